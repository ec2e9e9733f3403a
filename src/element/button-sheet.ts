/**
 * The sheet of the first paint: the button while no wallet is connected. One rule a line: it is paid before anything is
 * seen.
 *
 * The page's layout of the host (margin, `display: none` at a breakpoint) counts; nothing that it lets flow in does,
 * because the wrapper starts from `all: initial`, which leaves direction and custom properties alone. `light-dark()`
 * follows the wrapper's colour scheme, so `system` is live without script. Lengths are in em: a size is a font size
 * (36, 44 and 52 px high). The transparent border shows where forced colours take the background away.
 */
export const BUTTON_SHEET = `:host(:not([hidden])){display:inline-block;vertical-align:middle}
[data-size]{all:initial;display:flex;color-scheme:light dark;font:600 15px/1.2 var(--wcb-font,system-ui,sans-serif);--a:var(--wcb-accent,light-dark(#2f5bea,#3f69f3))}
[data-size=small]{font-size:13px}
[data-size=large]{font-size:17px}
[data-theme=dark]{color-scheme:dark}
[data-theme=light]{color-scheme:light}
[part=button]{display:flex;align-items:center;gap:.65em;height:calc(4em - 16px);padding:0 1.15em;border:1px solid #0000;border-radius:var(--wcb-radius,.8em);background:var(--a)border-box;color:var(--wcb-accent-text,#fff);font:inherit;white-space:nowrap;cursor:pointer;outline-offset:2px;transition:.15s}
[part=button]:hover{filter:brightness(.92)}
[part=button]:active{transform:scale(.98)}
[part=button]:disabled{opacity:.5;pointer-events:none}
[part=icon],[part=icon]:after,[part=spinner]{box-sizing:border-box;position:relative;border:.13em solid;border-radius:.3em;width:1.25em;height:1.05em}
[part=icon]:after{content:"";position:absolute;right:-.13em;top:.2em;width:.5em;height:.4em}
[part=spinner]{height:1.25em;border-radius:50%;border-right-color:#0000;animation:s 1s linear infinite}
@keyframes s{to{rotate:1turn}}
@media(prefers-reduced-motion){*{transition:none!important;animation-duration:4s!important}}`
