/** The menu of a connected button. */
export const accountMenuSheet = `
.menu {
  position: fixed;
  inset: auto;
  z-index: 9999;
  box-sizing: border-box;
  width: max-content;
  min-width: 240px;
  max-width: min(320px, 100vw - 16px);
  margin: 0;
  padding: 6px;
  border: 0;
  border-radius: min(1.3 * var(--radius), 20px);
  overflow: auto;
  overscroll-behavior: contain;
  background: var(--background);
  color: var(--text);
  box-shadow: var(--shadow);
  font: 500 15px/1.3 var(--font);
  outline: 1px solid #0000;
  outline-offset: -1px;
}
.menu [role=menu] { outline: 0 }
.menu [role=group] + [role=group] { margin-top: 6px; padding-top: 6px; border-top: 1px solid var(--border) }
.row, .header {
  display: flex;
  align-items: center;
  gap: 12px;
  box-sizing: border-box;
  width: 100%;
  min-height: 44px;
  padding: 5px 10px;
  text-align: start;
}
.row {
  border: 0;
  border-radius: min(.8 * var(--radius), 14px);
  background: none;
  color: inherit;
  font: inherit;
  cursor: pointer;
  -webkit-tap-highlight-color: #0000;
}
.row:focus, .row[aria-expanded=true] { background: var(--surface); outline: 0 }
.row:focus-visible, .manual textarea:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px }
.header { padding-bottom: 10px; margin-bottom: 6px; border-bottom: 1px solid var(--border); border-radius: 0 }
.words { display: grid; flex: 1; min-width: 0 }
.menu .avatar { width: 28px; height: 28px; border-radius: 50% }
.header bdi { font-weight: 600 }
.menu .header .avatar { width: 40px; height: 40px }
.menu .glyph { color: var(--muted) }
.menu .row > .glyph:first-child { margin-inline: 2px }
[dir=rtl] .aside { scale: -1 1 }
.signed { display: flex; align-items: center; gap: 4px; margin-top: 2px; font-size: 13px; color: var(--muted) }
.menu .signed .glyph { width: 14px; height: 14px; color: var(--accent); stroke-width: 2.5 }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
.menu .error { color: var(--error) }
.menu p { margin: 4px 10px 8px; font-weight: 400; font-size: 14px }
.manual { display: grid; gap: 6px; padding: 4px 10px 10px }
.manual textarea {
  min-width: 0;
  padding: 8px;
  resize: none;
  border: 1px solid var(--border);
  border-radius: 8px;
  background: var(--surface);
  color: inherit;
  font: 13px/1.4 ui-monospace, monospace;
  overflow-wrap: anywhere;
}
@media (prefers-reduced-motion: no-preference) { .menu { animation: .14s drop } }
@keyframes drop { from { translate: 0 -4px } }
@media (forced-colors: active) { .row:focus { outline: 2px solid Highlight; outline-offset: -2px } }
@media print { .menu { display: none } }
`
