/**
 * The views that follow the list. A code is dark on white in every theme, and where forced colours would repaint it: cameras
 * want contrast.
 */
export const viewsSheet = `
.leaving, .leaving * { animation: none !important; pointer-events: none !important }
button, .wallet { transition: box-shadow .15s, transform .15s }
:is(button, a, .search):focus-visible { outline: 2px solid var(--sign); outline-offset: 1px }
.mark { padding: 2px 8px; border-radius: 99px; background: color-mix(in srgb, var(--text) 7%, #0000); font-size: .8em }
.back + h1 { padding: 0 }
button:hover, .wallet:hover { box-shadow: inset 0 0 0 99px color-mix(in srgb, var(--text) 5%, #0000) }
button:active, .wallet:active { transform: scale(.985) }
.tool:hover { box-shadow: none }
.tool:hover .glyph { background: var(--border) }
.back .glyph { background: none }
:dir(rtl) > .back .glyph { scale: -1 1 }
.search::placeholder { color: var(--muted); opacity: 1 }
.none { padding: 16px; text-align: center }
.foot { display: flex; flex: none; flex-wrap: wrap; min-height: 0; justify-content: center; gap: 0 16px; padding: 0 16px 8px; border-top: 1px solid var(--border) }
.foot a, .plain { display: flex; align-items: center; gap: 6px; min-height: 44px; padding: 0 8px; background: none; color: inherit; font-weight: 500 }
@media (max-width: 480px) { .tall:empty + .stage { padding-block: 80px } .foot.two { min-height: 88px } .two .plain { justify-content: center; width: 100% } }
.foot .glyph { width: 14px; height: 14px }
.actions + .foot { margin: 4px 0 -8px; padding: 0; border: 0 }
h2:not(.quiet) { font-size: 1.134em; font-weight: 600; line-height: 1.3 }
.body > .spinner { display: block; margin: 48px auto }
.stage { display: grid; justify-items: center; gap: 8px; padding: 20px 8px 24px; text-align: center }
.stage p, .pairing p { max-width: 300px }
.halo { position: relative; display: grid; padding: 17px; margin-bottom: 8px; border-radius: 50% }
.halo .icon { width: 64px; height: 64px; font-size: 28px }
.halo > .spinner { position: absolute; inset: 0; width: auto; height: auto; border: 3px solid var(--border); border-top-color: var(--sign) }
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
.site { display: grid; gap: 2px; margin-top: 12px; padding: 8px 16px; border-radius: min(var(--radius), 16px); background: var(--surface); color: var(--text); font-size: .9em }
.actions { display: flex; flex-wrap: wrap; gap: 8px }
.actions button { flex: 1 1 40% }
.main { background: var(--accent) border-box; color: var(--on-accent) }
.main:hover { filter: brightness(.92); box-shadow: none }
button:disabled { opacity: .5; cursor: default }
.pairing { display: grid; justify-items: center; gap: 10px; padding: 4px 8px 14px; text-align: center }
.code {
  position: relative;
  box-sizing: border-box;
  width: min(100%, 332px);
  aspect-ratio: 1;
  display: grid;
  place-content: center;
  border: 1px solid var(--border);
  border-radius: min(1.3 * var(--radius), 20px);
  overflow: hidden;
  background: #fff;
  forced-color-adjust: none;
}
.empty { background: var(--surface) }
.code svg { display: block; max-width: 100%; height: auto; fill: #000 }
.seal { position: absolute; inset: 0; display: grid; place-items: center; pointer-events: none }
.seal .icon { width: 15%; height: auto; aspect-ratio: 1; box-sizing: content-box; border: 4px solid #fff; background: #fff }
.empty .seal .icon { border-color: #0000; background: none }
.pairing p { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0 8px; min-height: 22px }
.pairing .spinner { width: 14px; height: 14px }
.left { font-variant-numeric: tabular-nums }
.apps, .offers { display: grid; gap: 6px; width: 100%; list-style: none; text-align: start }
.facts { display: grid; gap: 6px; margin: 8px 0 18px; padding-inline-start: 1.2em; color: var(--muted) }
.offers .words { align-content: center }
.room { display: none; color: var(--accent) }
@media (max-height: 640px) { .code { width: min(100%, max(46vh, 206px)) } .code svg { width: 100% } }
@media (max-height: 300px) { .foot { padding-bottom: 0 } .foot a, .foot .plain { min-height: 28px } .code { width: min(100%, 100vh - 100px) } .card .body { padding-block: 0 } .halo { margin: 0; padding: 8px } .halo .icon { width: 40px; height: 40px } .stage { gap: 4px; padding-block: 4px 8px } }
@media (max-height: 640px), (max-width: 380px) { .code svg { shape-rendering: geometricPrecision } }
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
`
