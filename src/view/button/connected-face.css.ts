/**
 * The connected button. It shrinks: its balance wraps into a second line that is not shown. The wrong network fills it
 * with a red that warns in both themes; the error colour of the dark theme is for text, and pale.
 */
export const connectedSheet = `
[data-connected] [part=label]:has(bdi) { max-width: 14em; unicode-bidi: plaintext }
[data-connected] [part=button] {
  padding-inline: .6em .8em;
  border-color: var(--border);
  background: var(--background) padding-box;
  color: var(--text);
}
[data-connected] [part=button]:hover { filter: none; background: var(--surface) padding-box }
[data-wrong] { --fill: var(--wcb-error, light-dark(#b42318, #dc2e22)) }
[data-wrong] [part=button], [data-wrong] [part=button]:hover { border-color: var(--fill); background: var(--fill) border-box; color: #fff }
@supports (color: oklch(from red l c h)) {
  [data-wrong] [part=button], [data-wrong] [part=button]:hover { color: lab(from var(--fill) calc((49.5 - l) * 1e6) 0 0) }
}
@media (prefers-contrast: more) { [data-wrong] { --fill: var(--error) } }
[data-wrong] [part=button]:hover { filter: brightness(.92) }
[data-wrong] [part=button] > .glyph { color: inherit }
[part=avatar] { position: relative; flex: none; width: 1.75em; height: 1.75em }
.avatar { display: grid; width: 100%; height: 100%; border-radius: 50%; overflow: hidden }
.avatar > * { grid-area: 1 / 1; width: 100%; height: 100%; object-fit: cover }
.mark {
  flex: none;
  display: grid;
  place-items: center;
  width: 24px;
  height: 24px;
  border-radius: 50%;
  overflow: hidden;
  color: #fff;
  font: 700 12px/1 var(--font);
}
.mark > * { grid-area: 1 / 1 }
.mark .ground, .mark img { width: 100%; height: 100%; object-fit: cover }
.mark svg.sign { width: 68% }
[part=avatar] .mark {
  position: absolute;
  inset-inline-end: -.3em;
  bottom: -.2em;
  width: 1.75em;
  height: 1.75em;
  border: .12em solid var(--background);
  font-size: .72em;
}
.line { display: flex; flex-wrap: wrap; gap: 0 .65em; min-width: 0; height: 1.6em; overflow: hidden; line-height: 1.6 }
.amount { color: var(--muted); font-weight: 500 }
[part=button] .glyph { width: 1.2em; height: 1.2em; color: var(--muted) }
[part=button] .signed { width: 1em; height: 1em; margin-inline: -.2em; color: var(--sign); stroke-width: 2.8 }
@media (max-width: 480px) { .amount { display: none } }
`
