/**
 * The modal with its list. The host makes no box and cannot be hidden by the page; the overlay is the dialog itself, so that a
 * click on it is a click beside the card. 9999 and 380 px are the specification's: the top layer lies above any z-index anyway.
 * The card hangs from its top and grows downwards; a phone's sheet grows upwards. A list whose height will change, by a
 * search or by a text that loads later, has a fixed height on a phone, so that no row moves.
 * Motion decorates: what can be chosen is there, at full strength, in the first frame. Transparent borders show where
 * forced colours take the backgrounds away. Lengths that hold text are in em: the host's own font size is the browser's
 * (`all: initial`), whatever the page has made of rem.
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
  font: .9375em/1.45 var(--font);
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
.header { display: flex; flex: none; align-items: center; min-height: 44px; padding: 8px 8px 4px }
h1, h2, p, ul { margin: 0; padding: 0; outline: 0; overflow-wrap: anywhere }
h1 { flex: 1; padding-inline: 44px 0; font-size: 1.134em; font-weight: 600; line-height: 1.3; text-align: center }
p { color: var(--muted); text-wrap: pretty }
button, .wallet, .search {
  box-sizing: border-box;
  min-height: 48px;
  padding: 7px 12px;
  border: 1px solid #0000;
  border-radius: min(var(--radius), 16px);
  background: var(--surface);
  color: inherit;
  font: inherit;
  font-weight: 600;
  cursor: pointer;
  touch-action: manipulation;
  -webkit-tap-highlight-color: #0000;
}
.tool { display: grid; flex: none; place-items: center; width: 44px; min-height: 44px; padding: 0; border-radius: 50%; background: none }
.tool .glyph { box-sizing: content-box; width: 18px; height: 18px; padding: 7px; border-radius: 50%; background: var(--surface) }
.body { flex: auto; padding: 4px 16px 12px; overflow: auto; overscroll-behavior: contain }
.foot { min-height: 53px }
.rows { display: grid; gap: 6px; list-style: none }
.rows h2 { padding: 10px 4px 6px; font-weight: 400; line-height: 1.3 }
li:first-child h2 { padding-top: 0 }
.search { width: 100%; margin-bottom: 12px; border-color: var(--border); background: none; font-weight: 400; cursor: text; appearance: none }
.wallet {
  display: flex;
  align-items: center;
  gap: 12px;
  width: 100%;
  padding-inline: 10px 14px;
  text-align: start;
  text-decoration: none;
}
.words { display: grid; flex: 1; min-width: 0; font-size: calc(16em / 15); line-height: 1.25 }
.words > * {
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  white-space: normal;
  overflow-wrap: anywhere;
}
.overlay .quiet { font-size: .8667em }
.words .quiet { font-size: .8125em }
.overlay .glyph { color: var(--muted) }
.icon {
  flex: none;
  display: grid;
  place-items: center;
  width: 32px;
  height: 32px;
  border-radius: 25%;
  overflow: hidden;
  background: var(--border);
  color: var(--muted);
}
picture, img { display: block; width: 100%; height: 100%; object-fit: cover }
.icon:has(img) { background: none }
@media print { .overlay { display: none !important } }
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
    padding-bottom: env(safe-area-inset-bottom);
    border-radius: min(2 * var(--radius), 28px) min(2 * var(--radius), 28px) 0 0;
    animation-name: slide;
  }
  .card:has(.tall) { height: min(100%, 560px) }
  .foot.two { min-height: 97px }
}
@keyframes slide { from { transform: translateY(100%) } }
`
