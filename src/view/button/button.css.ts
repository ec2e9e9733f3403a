/**
 * What the button's first sheet lacks: motion and focus, the label that keeps its width, and the connected button. The
 * view is fetched when the pointer or the focus comes near, which is when these begin to matter.
 *
 * Lengths follow the browser's font size, `medium`; at its usual 16 px they are those of the first sheet. The connected button shrinks: its balance wraps into a second line that is not shown. The focus ring is there at once.
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
[part=button]:hover { filter: brightness(.92) }
[part=button]:active { transform: scale(.98) }
[part=button]:disabled { pointer-events: none }
[part=icon], [part=spinner] { flex: none }
[part=spinner] {
  border-style: solid;
  border-right-color: #0000;
  background: none;
  animation: turn 1s linear infinite;
}
[part=label] { min-width: 0; overflow: hidden; text-overflow: ellipsis }
[data-connected] [part=label]:has(bdi) { max-width: 14em }
[data-idle] { display: inline-grid; justify-items: start }
[data-idle]::after { content: attr(data-idle); height: 0; visibility: hidden }
[data-connected] [part=button] {
  padding-inline: .6em .8em;
  border-color: var(--border);
  background: var(--background) padding-box;
  color: var(--text);
}
[data-connected] [part=button]:hover { filter: none; background: var(--surface) padding-box }
[data-wrong] [part=button] { border-color: currentColor; color: var(--error) }
[part=avatar] { position: relative; flex: none; width: 1.75em; height: 1.75em }
.avatar { display: block; width: 100%; height: 100%; border-radius: 50%; object-fit: cover }
.mark {
  flex: none;
  display: grid;
  place-items: center;
  width: 24px;
  height: 24px;
  border-radius: 50%;
  overflow: hidden;
  background: #8888;
  color: #fff;
  font: 700 12px/1 var(--font);
}
.mark img { width: 100%; height: 100%; object-fit: cover }
[part=avatar] .mark {
  position: absolute;
  inset-inline-end: -.3em;
  bottom: -.2em;
  width: 1.7em;
  height: 1.7em;
  border: .15em solid var(--background);
  font-size: .6em;
}
.line { display: flex; flex-wrap: wrap; gap: 0 .65em; min-width: 0; height: 1.6em; overflow: hidden; line-height: 1.6 }
.amount { color: var(--muted); font-weight: 500 }
[part=button] .glyph { width: 1.2em; height: 1.2em; color: var(--muted) }
[part=button] .signed { width: 1em; height: 1em; margin-inline: -.2em; color: var(--sign); stroke-width: 2.8 }
@media (max-width: 480px) { .amount { display: none } }
`
