/**
 * The modal. The host makes no box and cannot be hidden by the page; the overlay is the dialog itself, so that a click on
 * it is a click beside the card. 9999 and 380 px are the specification's: the top layer lies above any z-index anyway.
 * The card hangs from its top, and on a phone the list has one height: it grows downwards or scrolls, and no row moves.
 * Motion decorates: what can be chosen is there, at full strength, in the first frame. Transparent borders show where
 * forced colours take the backgrounds away.
 */
export const connectModalSheet = `
:host { all: initial !important; display: contents !important }
.overlay {
  position: fixed;
  inset: 0;
  z-index: 9999;
  box-sizing: border-box;
  width: 100%;
  height: 100%;
  max-width: none;
  max-height: none;
  margin: 0;
  padding: clamp(16px, 24vh - 138px, 12vh) 16px 16px;
  border: 0;
  overflow: hidden;
  pointer-events: auto;
  background: var(--overlay);
  color: var(--text);
  font: 15px/1.45 var(--font);
}
.overlay[open] { display: flex }
.overlay::backdrop { background: none }
.card {
  display: flex;
  flex-direction: column;
  width: 100%;
  max-width: 380px;
  max-height: 100%;
  margin: 0 auto auto;
  border-radius: min(2 * var(--radius), 28px);
  overflow: hidden;
  background: var(--background);
  box-shadow: var(--shadow);
  outline: 1px solid #0000;
}
.header { display: flex; align-items: center; gap: 12px; padding: 18px 16px 10px; padding-inline-start: 24px }
h1, h2, p, ul { margin: 0; padding: 0; outline: 0; overflow-wrap: anywhere }
h1, h2 { flex: 1; font-size: 18px; font-weight: 600; line-height: 1.3 }
p { max-width: 300px; color: var(--muted); text-wrap: pretty }
button, .wallet {
  box-sizing: border-box;
  min-height: 48px;
  padding: 9px 10px;
  border: 1px solid #0000;
  border-radius: min(var(--radius), 16px);
  background: var(--surface);
  color: inherit;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
  touch-action: manipulation;
  transition: .15s;
  -webkit-tap-highlight-color: #0000;
}
button:hover, .wallet:hover { box-shadow: inset 0 0 0 99px color-mix(in srgb, var(--text) 5%, #0000) }
button:active, .wallet:active { transform: scale(.985) }
button:focus-visible, .wallet:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
.close { display: grid; place-items: center; width: 32px; min-height: 32px; padding: 0; border-radius: 50% }
.close .glyph { width: 18px; height: 18px }
.overlay:has(> .cramped) { padding: 0 }
.cramped { max-width: none; border-radius: 0 }
.cramped .header { padding: 4px 10px }
.cramped h1 { font-size: 13px }
.cramped .body { display: none }
.cramped a { color: var(--accent) }
.body { padding: 6px 16px 16px; overflow: auto; overscroll-behavior: contain }
ul { display: grid; gap: 8px; list-style: none }
.wallet {
  display: flex;
  align-items: center;
  gap: 14px;
  width: 100%;
  padding-inline-end: 14px;
  font-size: 16px;
  text-align: start;
  text-decoration: none;
}
.words { display: grid; flex: 1; min-width: 0; line-height: 1.3 }
.words > :first-child {
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  white-space: normal;
  overflow-wrap: anywhere;
}
.overlay .glyph { color: var(--muted) }
.icon {
  flex: none;
  display: grid;
  place-items: center;
  width: 40px;
  height: 40px;
  border-radius: 25%;
  overflow: hidden;
  background: var(--border);
  color: var(--muted);
  font-size: 18px;
}
picture, img { display: block; width: 100%; height: 100%; object-fit: cover }
.icon:has(img) { background: none }
.stage { display: grid; justify-items: center; gap: 8px; padding: 20px 8px 22px; text-align: center }
.halo { position: relative; display: grid; padding: 17px; margin-bottom: 8px; border-radius: 50% }
.halo .icon { width: 64px; height: 64px; font-size: 28px }
.halo > .spinner { position: absolute; inset: 0; width: auto; height: auto; border: 3px solid var(--border); border-top-color: var(--accent) }
.halo:has(> .glyph:first-child) { background: var(--surface) }
.halo > .glyph { width: 28px; height: 28px }
.halo > .icon + .glyph {
  position: absolute;
  inset: auto 9px 9px auto;
  width: 22px;
  height: 22px;
  border: 3px solid var(--background);
  border-radius: 50%;
  background: var(--error);
  color: var(--background);
  stroke-width: 2.5;
}
.halo > .icon + .good { background: var(--accent); color: var(--on-accent) }
.actions { display: flex; gap: 8px }
.actions button { flex: 1 }
.main { background: var(--accent) border-box; color: var(--on-accent) }
.main:hover { filter: brightness(.92); box-shadow: none }
@media (prefers-reduced-motion: no-preference) {
  .overlay { animation: .18s dim }
  .card { animation: .22s cubic-bezier(.2, .8, .2, 1) rise }
}
@keyframes dim { from { background: #0000 } }
@keyframes rise { from { transform: translateY(12px) } }
@media (max-width: 480px) {
  .overlay { padding: 24px 0 0 }
  .card {
    max-width: none;
    margin: auto 0 0;
    padding-bottom: calc(env(safe-area-inset-bottom) + 6px);
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
  .card:has(.rows) { height: min(100%, 460px) }
}
@media print { .overlay { display: none !important } }
`
