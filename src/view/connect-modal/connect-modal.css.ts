/**
 * The modal with its list. The host makes no box and cannot be hidden by the page; the overlay is the dialog itself, so that a
 * click on it is a click beside the card. 9999 and 380 px are the specification's: the top layer lies above any z-index anyway.
 * The card hangs from its top and grows downwards, a short list from further down; a phone's sheet grows upwards. A list
 * whose height will change, by a search or by a first wallet that replaces a text, has a fixed height on a phone, so that
 * no row moves.
 * A list that goes on fades out at its end, above the room that is left below its last row.
 * Motion decorates: what can be chosen is there, at full strength, in the first frame. Transparent borders show where
 * forced colours take the backgrounds away. Lengths that hold text are in em: the host's own font size is the browser's
 * (`all: initial`), whatever the page has made of rem. There are few sizes and weights, because each font
 * slows the first layout down.
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
@media (min-width: 481px) { .overlay:has(.short) { padding-top: clamp(16px, 50vh - 300px, 18vh) } }
.unseen { visibility: hidden }
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
h1, h2:not(.quiet) { word-break: auto-phrase; text-wrap: balance }
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
.body { flex: auto; padding: 4px 16px 0; overflow: auto; overscroll-behavior: contain; scroll-padding-bottom: 18px }
.body::after { content: ''; position: sticky; bottom: 0; display: block; height: 18px; margin: 0 -16px; background: linear-gradient(#0000, var(--background)); pointer-events: none }
.rows ul { display: grid; list-style: none }
.rows h2 { padding: 10px 11px 6px; font-weight: 400; line-height: 1.3 }
.rows > :first-child h2 { padding-top: 0 }
.rows .tiles { grid-template-columns: repeat(4, 1fr) }
.tiles .wallet { flex-direction: column; gap: 6px; height: 100%; padding: 8px 0; text-align: center }
.tiles .words { flex: none; width: 100%; font-size: .8em; font-weight: 500 }
.tiles .icon { width: 56px; height: 56px; font-size: 24px }
.tall li:nth-child(n + 13) { content-visibility: auto; contain-intrinsic-size: auto 48px; overflow-clip-margin: 8px }
.search { width: 100%; margin-bottom: 12px; border-color: var(--border); background: none; font-weight: 400; cursor: text; appearance: none }
.wallet {
  display: flex;
  align-items: center;
  gap: 12px;
  width: 100%;
  padding: 5px 10px;
  background: none;
  text-align: start;
  text-decoration: none;
}
.words { display: grid; flex: 1; min-width: 0; font-size: calc(16em / 15); line-height: 1.25 }
.words > * {
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  overflow: hidden;
  white-space: normal;
  overflow-wrap: anywhere;
}
.overlay .quiet { font-size: calc(13em / 15) }
.words .quiet { font-size: calc(13em / 16) }
.overlay .glyph { color: var(--muted) }
.icon {
  flex: none;
  display: grid;
  place-items: center;
  width: 36px;
  height: 36px;
  border-radius: 25%;
  outline: 1px solid color-mix(in srgb, var(--text) 10%, #0000);
  outline-offset: -1px;
  overflow: hidden;
  color: var(--muted);
}
.letter { background: var(--border) }
.soon > span { animation: .4s step-end soon }
picture, img { display: block; width: 100%; height: 100%; object-fit: cover }
@media print { .overlay { display: none !important } }
@media (prefers-reduced-motion: no-preference) {
  .overlay { animation: .18s dim }
  .card { animation: .22s cubic-bezier(.2, .8, .2, 1) rise }
}
@keyframes soon { from { opacity: 0 } }
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
}
@keyframes slide { from { transform: translateY(100%) } }
[data-still], [data-still] .card { animation: none }
button, .wallet { transition: box-shadow .15s, transform .15s }
:is(button, a, .search):focus-visible { outline: 2px solid var(--sign); outline-offset: 1px }
.mark { padding: 2px 8px; border-radius: 99px; background: color-mix(in srgb, var(--text) 7%, #0000); font-size: .8em }
button:hover, .wallet:hover { box-shadow: inset 0 0 0 99px color-mix(in srgb, var(--text) 5%, #0000) }
button:active, .wallet:active { transform: scale(.985) }
.tool:hover { box-shadow: none }
.tool:hover .glyph { background: var(--border) }
/* A phone's browser zooms into a field with smaller letters. */
@media (pointer: coarse) { .search { font-size: max(16px, 1em) } }
.search::placeholder { color: var(--muted); opacity: 1 }
.none { padding: 16px; text-align: center }
.foot { display: flex; flex: none; flex-wrap: wrap; justify-content: center; gap: 0 16px; padding: 0 16px 8px; border-top: 1px solid var(--border) }
.foot a, .plain { display: flex; align-items: center; gap: 6px; min-height: 44px; padding: 0 8px; background: none; color: inherit; font-weight: 400 }
@media (max-width: 480px) { .tall:empty + .stage { padding-block: 80px } .foot.two { min-height: 88px } .two .plain { justify-content: center; width: 100% } }
.foot .glyph { width: 14px; height: 14px }
.foot .about { gap: 12px; align-items: start; justify-content: start; width: 100%; padding: 12px 10px 10px; text-align: start }
.about .glyph { box-sizing: border-box; width: 36px; height: 36px; padding: 8px; border-radius: 25%; background: var(--surface) }
.about .words { gap: 1px; font-size: 1em; line-height: 1.35; text-wrap: pretty }
.about .words > * { -webkit-line-clamp: none }
.about b { color: var(--text); font-weight: 600; font-size: calc(15em / 13) }
@media (max-height: 480px) { .foot .about { align-items: center; padding-block: 4px } .about span span { display: none } }
h2:not(.quiet) { font-size: 1.134em; font-weight: 600; line-height: 1.3 }
.stage { display: grid; justify-items: center; gap: 8px; padding: 20px 8px 24px; text-align: center }
.body > .spinner { display: block; margin: 127px auto }
.stage p { max-width: 300px }
.halo { position: relative; display: grid; padding: 17px; margin-bottom: 8px; border-radius: 50% }
.halo:has(> .glyph:first-child) { background: var(--surface) }
.halo > .glyph { width: 28px; height: 28px }
.rows:not(:empty) + .stage { grid-template-columns: auto 1fr; gap: 2px 12px; justify-items: start; padding: 14px 10px; text-align: start }
.rows:not(:empty) + .stage > .halo { grid-row: 1 / 3; align-self: start; margin: 2px 0 0; padding: 8px; border-radius: 25% }
.rows:not(:empty) + .stage .glyph { width: 20px; height: 20px }
.actions { display: flex; flex-wrap: wrap; gap: 8px }
.actions button { flex: 1 1 40% }
.room { display: none; color: var(--accent) }
@media (max-width: 199px), (max-height: 179px) {
  .overlay:has(> .framed) { padding: 0 }
  .framed { max-width: none; border-radius: 0 }
  .framed .header { min-height: 0; padding: 4px 10px }
  .framed h1 { padding: 0; font-size: 13px; text-align: start }
  .framed .tool { width: 32px; min-height: 32px }
  .framed .tool .glyph { padding: 4px }
  .framed .room { display: inline }
  .framed .roomy, .framed .body, .framed .foot { display: none }
}
@media (max-height: 300px) { .foot { padding-bottom: 0 } .foot.foot { min-height: 0 } .foot a, .foot .plain { min-height: 28px } .card .body { padding-block: 0 } .halo { margin: 0; padding: 8px } .stage { gap: 4px; padding-block: 4px 8px } }
`
