/**
 * The sheet of the first paint: the button while no wallet is connected. It has one rule per line, in an order that compresses
 * well, and is small, because it loads before anything is visible. Motion and focus styles come with the view.
 *
 * The page's layout of the host counts (margin, `display: none` at a breakpoint). Inherited styles do not, because the
 * wrapper starts from `all: initial`, which keeps only direction and custom properties. `light-dark()` follows the
 * wrapper's colour scheme, so `system` changes live without script. Lengths are in em, because each size is a font size
 * (36, 44 and 52 px high; for a finger at least 44). Text on the accent is black or white, whichever has the better
 * contrast; both are equal at a lightness of 49.5. The transparent border is visible when forced colours remove the background.
 */
export const BUTTON_SHEET = `:disabled{opacity:.5}\
[data-size]{all:initial;font:600 15px/1.2 var(--wcb-font,system-ui);display:flex;color-scheme:light dark}\
[data-size=small]{font-size:13px}\
[data-size=large]{font-size:17px}\
[data-theme=light]{color-scheme:light}\
[data-theme=dark]{color-scheme:dark}\
[part=button]{background:var(--wcb-accent,#2f5bea);display:flex;color:var(--wcb-accent-text,lab(from var(--wcb-accent,#2f5bea)calc(1e6*(49.5 - l))0 0));gap:.65em;border-radius:var(--wcb-radius,.8em);font:inherit;height:calc(4em - 16px);white-space:nowrap;align-items:center;cursor:pointer;padding:0 1.15em;border:1px solid #0000;overflow:hidden}\
:host(:not([hidden])){max-width:100%;display:inline-block}\
[part=icon],[part=spinner]{background:radial-gradient(circle at 75%,currentColor .14em,#0000 0);width:.95em;border-radius:.3em;flex:none;height:.7em;border:.15em solid}\
[part=button][aria-busy]{background:#8882}\
[part=spinner]{height:.95em;border-radius:50%;border-style:dotted}\
[part=button][aria-busy]>*{visibility:hidden}\
@media(pointer:coarse){button{min-height:44px}}`
