/**
 * The menu of a connected button. Lengths follow the browser's font size: `medium` is what a visitor has set, whatever the size
 * of the button. As a sheet it lies at the bottom of the screen.
 */
export const accountMenuSheet = `
.menu > * { font-size: .9375em }
.menu {
  position: fixed;
  inset: auto;
  z-index: 9999;
  box-sizing: border-box;
  width: min(18em, 100vw - 16px);
  margin: 0;
  padding: 6px;
  border: 0;
  border-radius: min(1.3 * var(--radius), 20px);
  overflow: auto;
  overscroll-behavior: contain;
  background: var(--background);
  color: var(--text);
  box-shadow: var(--shadow);
  font: 500 medium/1.35 var(--font);
  outline: 1px solid #0000;
  outline-offset: -1px;
}
.menu [role=menu] { outline: 0 }
.menu [role=group] + [role=group] { margin-top: 6px; padding-top: 6px; border-top: 1px solid var(--border) }
.row {
  display: flex;
  align-items: center;
  gap: 12px;
  box-sizing: border-box;
  width: 100%;
  min-height: max(44px, 2.9em);
  padding: 5px 10px;
  border: 0;
  border-radius: min(.8 * var(--radius), 14px);
  background: none;
  color: inherit;
  font: inherit;
  text-align: start;
  text-decoration: none;
  cursor: pointer;
  -webkit-tap-highlight-color: #0000;
}
.row:focus, .row[aria-expanded=true] { background: var(--surface); outline: 0 }
.row[aria-disabled=true] { cursor: default }
.row:focus-visible, .manual textarea:focus-visible { outline: 2px solid var(--sign); outline-offset: -2px }
.words { display: grid; flex: 1; min-width: 0 }
.row .words > :first-child { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; white-space: normal; overflow-wrap: anywhere }
.menu .avatar { flex: none; width: 28px; height: 28px }
.menu .glyph { color: var(--muted) }
.menu .row > .glyph:first-child { margin-inline: 2px }
[dir=rtl] .aside { scale: -1 1 }
.header { padding: 6px 4px 10px; margin-bottom: 6px; border-bottom: 1px solid var(--border) }
.who { display: flex; align-items: center; gap: 12px; padding: 2px 6px 0 }
.who .avatar { width: 44px; height: 44px }
.who .words { line-height: 1.3 }
.who .words > :first-child { font-weight: 650; font-size: 1.067em; overflow-wrap: anywhere }
.balances { margin: 10px 6px 0; padding: 8px 0 0; border-top: 1px solid var(--border) }
.balances div { display: flex; justify-content: space-between; gap: 16px; line-height: 1.6 }
.balances dt { color: var(--muted); font-weight: 400 }
.balances dd { margin: 0; min-width: 0; font-variant-numeric: tabular-nums; font-weight: 600; text-align: end; overflow-wrap: anywhere }
.signed { display: flex; align-items: center; gap: 4px; margin-top: 2px; font-size: .867em; color: var(--muted) }
.menu .signed .glyph { width: 14px; height: 14px; color: var(--sign); stroke-width: 2.5 }
.menu .glyph.accepted { color: var(--sign) }
.menu .error, .menu .glyph.reverted { color: var(--error) }
.menu p { margin: 4px 10px 8px; font-weight: 400; font-size: .93em; text-wrap: pretty }
.menu > p { max-width: 18em; font-size: .867em }
.turn { display: flex; align-items: center; gap: 4px; padding: 0 0 6px; font-weight: 650 }
.turn .row { width: auto }
.menu .back .glyph { color: inherit }
.sheet {
  inset: auto 0 0;
  width: 100%;
  max-width: 560px;
  margin: 0 auto;
  max-height: min(85vh, 100vh - 24px);
  padding: 10px 10px calc(env(safe-area-inset-bottom) + 10px);
  border-radius: min(2 * var(--radius), 28px) min(2 * var(--radius), 28px) 0 0;
}
.sheet::backdrop { background: var(--overlay) }
.sheet .row { min-height: max(48px, 3.1em) }
.manual { display: grid; gap: 6px; padding: 4px 10px 10px }
.manual textarea {
  min-width: 0;
  padding: 8px;
  resize: none;
  border: 1px solid var(--border);
  border-radius: 8px;
  background: var(--surface);
  color: inherit;
  font: .867em/1.4 ui-monospace, monospace;
  overflow-wrap: anywhere;
}
@media (pointer: coarse) { .manual textarea { font-size: max(16px, .867em) } }
@media (prefers-reduced-motion: no-preference) {
  .menu { animation: .14s drop }
  .sheet { animation: .2s cubic-bezier(.2, .8, .2, 1) slide }
  .turn, .turn ~ [role=menu] { animation: .16s turn-in }
}
@keyframes drop { from { translate: 0 -4px } }
@keyframes slide { from { translate: 0 40% } }
@keyframes turn-in { from { opacity: 0; translate: 12px 0 } }
@media (forced-colors: active) { .row:focus { outline: 2px solid Highlight; outline-offset: -2px } }
@media print { .menu { display: none } }
`
