/** The code's own sheet. Dark on white in every theme, and where forced colours would repaint it: cameras want contrast. */
export const qrSheet = `
.pairing { display: grid; justify-items: center; gap: 12px; padding: 4px 8px 14px; text-align: center }
.code {
  box-sizing: border-box;
  width: min(100%, 300px);
  aspect-ratio: 1;
  display: grid;
  place-content: center;
  border: 1px solid var(--border);
  border-radius: min(1.3 * var(--radius), 20px);
  overflow: hidden;
  background: #fff;
  forced-color-adjust: none;
}
.code svg { display: block; max-width: 100%; height: auto; fill: #000 }
.pairing p { display: flex; align-items: center; justify-content: center; gap: 8px; min-height: 22px }
.pairing .spinner { width: 14px; height: 14px }
.pairing .left { font-variant-numeric: tabular-nums }
.apps { width: 100%; text-align: start }
.apps .icon { width: 32px; height: 32px; font-size: 15px }
@media (max-height: 640px) { .code { width: min(100%, max(46vh, 206px)) } .code svg { width: 100% } }
@media (max-height: 640px), (max-width: 380px) { .code svg { shape-rendering: geometricPrecision } }
`
