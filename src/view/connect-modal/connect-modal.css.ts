/**
 * The modal. The host makes no box and cannot be hidden by the page; the overlay is the dialog itself, so that a click on
 * it is a click beside the card. 9999 and 380 px are the specification's: the top layer lies above any z-index anyway.
 * Motion decorates: what can be chosen is there, at full strength, in the first frame.
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
  padding: 16px;
  border: 0;
  overflow: auto;
  overscroll-behavior: contain;
  pointer-events: auto;
  background: var(--wcb-overlay, light-dark(#10131c7a, #000000a6));
  color: var(--text);
  font: 400 15px/1.45 var(--font);
  -webkit-text-size-adjust: none;
}
.overlay[open] { display: flex }
.overlay::backdrop { background: none }
.card {
  flex: none;
  box-sizing: border-box;
  width: 100%;
  max-width: 380px;
  margin: auto;
  border-radius: calc(var(--radius) + 12px);
  overflow: hidden;
  background: var(--background);
  box-shadow: var(--shadow);
  outline: 1px solid #0000;
}
.header {
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  padding: 18px 16px 10px 24px;
}
[dir=rtl] .header { padding: 18px 24px 10px 16px }
h1, h2, p, ul { margin: 0; padding: 0; outline: 0; overflow-wrap: anywhere }
h1 { font-size: 18px; font-weight: 650; line-height: 1.3; letter-spacing: -.01em }
h2 { font-size: 17px; font-weight: 600; line-height: 1.3 }
p { color: var(--muted); text-wrap: pretty }
button, .wallet {
  border: 1px solid #0000;
  box-sizing: border-box;
  color: inherit;
  font: inherit;
  text-decoration: none;
  cursor: pointer;
  touch-action: manipulation;
  -webkit-tap-highlight-color: #0000;
}
button:focus-visible, .wallet:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px }
.close {
  flex: none;
  display: grid;
  place-items: center;
  width: 32px;
  height: 32px;
  padding: 0;
  border-radius: 50%;
  background: var(--surface);
  color: var(--muted);
}
.close:hover { color: var(--text) }
.close .glyph { width: 18px; height: 18px }
.body { padding: 6px 16px 16px }
ul { display: grid; gap: 8px; list-style: none }
.wallet {
  display: flex;
  align-items: center;
  gap: 14px;
  width: 100%;
  min-height: 60px;
  padding: 9px 14px 9px 10px;
  border-radius: calc(var(--radius) + 2px);
  background: var(--surface);
  text-align: start;
  transition: .15s;
}
[dir=rtl] .wallet { padding: 9px 10px 9px 14px }
.wallet:hover { border-color: var(--border); box-shadow: inset 0 0 0 99px color-mix(in srgb, var(--text) 3%, #0000) }
.wallet:active { transform: scale(.985) }
.words { display: grid; flex: 1; min-width: 0; line-height: 1.3 }
[part=wallet-name] { font-size: 16px; font-weight: 600 }
.wallet .glyph { color: var(--muted) }
.icon {
  flex: none;
  display: grid;
  place-items: center;
  width: 40px;
  height: 40px;
  border-radius: 10px;
  overflow: hidden;
  background: var(--border);
  color: var(--muted);
  font-size: 18px;
  font-weight: 600;
}
picture, img { display: block; width: 100%; height: 100%; object-fit: cover }
.icon:has(img) { background: none }
.stage, .empty { display: grid; justify-items: center; gap: 8px; text-align: center }
.stage { padding-top: 22px }
.stage p, .empty p { max-width: 300px }
.empty { padding: 14px 8px 22px }
.badge {
  display: grid;
  place-items: center;
  width: 56px;
  height: 56px;
  margin-bottom: 6px;
  border-radius: 50%;
  background: var(--surface);
  color: var(--muted);
}
.badge .glyph { width: 26px; height: 26px }
.halo { position: relative; display: grid; padding: 17px; margin-bottom: 8px }
.halo .icon { width: 64px; height: 64px; border-radius: 16px; font-size: 28px }
.halo:not(.failed)::before {
  content: "";
  position: absolute;
  inset: 0;
  border: 3px solid var(--border);
  border-top-color: var(--accent);
  border-radius: 50%;
  animation: turn 1.1s linear infinite;
}
.halo > .glyph {
  position: absolute;
  right: 9px;
  bottom: 9px;
  width: 22px;
  height: 22px;
  border: 3px solid var(--background);
  border-radius: 50%;
  background: var(--error);
  color: var(--background);
  stroke-width: 2.5;
}
.actions { display: flex; gap: 8px; width: 100%; margin-top: 18px }
.action {
  flex: 1;
  min-height: 48px;
  padding: 8px 16px;
  border-radius: var(--radius);
  background: var(--surface);
  font-weight: 600;
  transition: .15s;
}
.action:hover { border-color: var(--border) }
.action:active { transform: scale(.985) }
.main { background: var(--accent) border-box; color: var(--on-accent) }
.main:hover { filter: brightness(1.08); border-color: #0000 }
@media (prefers-reduced-motion: no-preference) {
  .overlay { animation: .18s dim }
  .card { animation: .22s cubic-bezier(.2, .8, .2, 1) rise }
}
@keyframes dim { from { background: #0000 } }
@keyframes rise { from { transform: translateY(10px) scale(.985) } }
@media (max-width: 480px) {
  .overlay { padding: 24px 0 0 }
  .card {
    max-width: none;
    margin: auto 0 0;
    padding-bottom: calc(env(safe-area-inset-bottom) + 6px);
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
  @keyframes rise { from { transform: translateY(32px) } }
}
@media (forced-colors: active) {
  .wallet, .action, .close { border-color: ButtonBorder }
}
@media print { .overlay { display: none !important } }
`
