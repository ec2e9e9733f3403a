/**
 * What the button's first sheet lacks: motion and focus, the label that keeps its width, and the connected button. The
 * view is fetched when the pointer or the focus comes near, which is when these begin to matter.
 */
export const buttonSheet = `
[part=button] {
  outline-offset: 2px;
  touch-action: manipulation;
  transition: .15s;
  font-variant-numeric: tabular-nums;
  -webkit-tap-highlight-color: #0000;
}
[part=button]:hover { filter: brightness(.92) }
[part=button]:active { transform: scale(.98) }
[part=button]:disabled { pointer-events: none }
[part=spinner] {
  border-style: solid;
  border-right-color: #0000;
  background: none;
  animation: turn 1s linear infinite;
}
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
[part=avatar] .avatar { display: block; width: 100%; height: 100%; border-radius: 50% }
.mark {
  flex: none;
  display: grid;
  place-items: center;
  width: 24px;
  height: 24px;
  border-radius: 50%;
  color: #fff;
  font: 700 12px/1 var(--font);
}
[part=avatar] .mark {
  position: absolute;
  inset-inline-end: -.3em;
  bottom: -.2em;
  width: 1.7em;
  height: 1.7em;
  border: .15em solid var(--background);
  font-size: .6em;
}
[part=button] .amount { min-width: 7em; color: var(--muted); font-weight: 500; text-align: end }
[part=button] .glyph { width: 1.2em; height: 1.2em; color: var(--muted) }
[part=button] .signed { width: 1em; height: 1em; margin-inline: -.2em; color: var(--accent); stroke-width: 2.8 }
`
