/**
 * What the button's first sheet lacks: motion and focus, and the label that keeps its width. The
 * view is fetched when the pointer or the focus comes near, which is when these begin to matter.
 *
 * Lengths follow the browser's font size, `medium`; at its usual 16 px they are those of the first sheet. The focus ring is there at once.
 */
export const buttonSheet = `
:host { font-size: medium !important }
:host, [data-size], [part=button] { max-width: 100% }
[data-size] { font-size: .9375em }
[data-size=small] { font-size: .8125em }
[data-size=large] { font-size: 1.0625em }
[part=button] {
  outline-offset: 2px;
  color: var(--on-accent);
  touch-action: manipulation;
  transition: transform .15s, filter .15s, background-color .15s;
  font-variant-numeric: tabular-nums;
  -webkit-tap-highlight-color: #0000;
}
[part=button]:focus-visible { outline: 2px solid var(--sign) }
[part=button]:enabled:hover { filter: brightness(.92) }
[part=button]:enabled:active { transform: scale(.98) }
[part=button]:disabled { cursor: default }
[part=icon], [part=spinner] { flex: none }
[part=spinner] {
  border-style: solid;
  border-right-color: #0000;
  background: none;
  animation: turn 1s linear infinite;
}
[part=label] { min-width: 0; overflow: hidden; text-overflow: ellipsis }
[data-idle] { display: inline-grid; justify-items: start }
[data-idle]::after { content: attr(data-idle); height: 0; visibility: hidden }
`
