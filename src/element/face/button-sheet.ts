/**
 * The sheet of the first paint: the button while no wallet is connected. It has one rule per line and is small, because
 * it loads before anything is visible. Motion and focus styles come with the view.
 *
 * The page's layout of the host counts (margin, `display: none` at a breakpoint). Inherited styles do not, because the
 * wrapper starts from `all: initial`, which keeps only direction and custom properties. `light-dark()` follows the
 * wrapper's colour scheme, so `system` changes live without script. Lengths are in em, because each size is a font size
 * (36, 44 and 52 px high; for a finger at least 44). Text on the accent is black or white, whichever has the better
 * contrast; both are equal at a lightness of 49.5. The transparent border is visible when forced colours remove the background.
 */
export const BUTTON_SHEET = `:host(:not([hidden])){max-width:100%;display:inline-block}\
[data-size]{all:initial;display:flex;color-scheme:light dark;font:600 15px/1.2 var(--wcb-font,system-ui)}\
[data-size=small]{font-size:13px}\
[data-size=large]{font-size:17px}\
[data-theme=light]{color-scheme:light}\
[data-theme=dark]{color-scheme:dark}\
@media(pointer:coarse){button{min-height:44px}}\
[part=button]{overflow:hidden;display:flex;align-items:center;gap:.65em;height:calc(4em - 16px);padding:0 1.15em;border:1px solid #0000;border-radius:var(--wcb-radius,.8em);background:var(--wcb-accent,#2f5bea);color:var(--wcb-accent-text,lab(from var(--wcb-accent,#2f5bea)calc(1e6*(49.5 - l))0 0));font:inherit;white-space:nowrap;cursor:pointer}\
:disabled{opacity:.5}\
[part=button][aria-busy=true]{background:#8882}\
[part=button][aria-busy=true]>*{visibility:hidden}\
[part=icon],[part=spinner]{border:.15em solid;border-radius:.3em;width:.95em;height:.7em;flex:none;background:radial-gradient(circle at 75%,currentColor .14em,#0000 0)}\
[part=spinner]{border-style:dotted;border-radius:50%;height:.95em}`
