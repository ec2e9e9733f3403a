/**
 * The views that follow the list. A code is dark on white in every theme, and where forced colours would repaint it: cameras
 * want contrast. A list hangs from its place, so that no row moves when it grows; other views stand in the middle.
 */
export const viewsSheet = `
.leaving, .leaving * { animation: none !important; pointer-events: none !important }
.card { position: relative }
.past { position: absolute; inset-inline: 0; display: flex; flex-direction: column; pointer-events: none }
.back + h1 { padding: 0 }
.back .glyph { background: none }
:dir(rtl) > .back .glyph { scale: -1 1 }
.actions + .foot { margin: 4px 0 -8px; padding: 0; border: 0 }
.halo .icon { width: 72px; height: 72px; font-size: 30px }
.halo:has(> .icon) { padding: 13px; border-radius: 31px; box-shadow: inset 0 0 0 2px var(--border) }
.halo > .spinner { position: absolute; inset: 0; width: auto; height: auto; border: 3px solid #0000; border-top-color: var(--sign) }
@supports (mask-composite: exclude) {
  .halo > .spinner:first-child {
    padding: 3px;
    border: 0;
    border-radius: inherit;
    overflow: hidden;
    mask: linear-gradient(#000 0 0) content-box exclude, linear-gradient(#000 0 0);
    animation: none;
  }
  .halo > .spinner:first-child::before { content: ''; position: absolute; inset: -25%; background: conic-gradient(#0000 55%, var(--sign) 85%, #0000 0) }
  .done .halo > .spinner:first-child { background: var(--sign) }
}
@media (prefers-reduced-motion: no-preference) { .halo > .spinner::before { animation: turn 1.4s linear infinite } }
.halo > .icon + .glyph, .done > .good {
  position: absolute;
  inset: auto 5px 5px auto;
  width: 22px;
  height: 22px;
  border: 3px solid var(--background);
  border-radius: 50%;
  background: var(--error);
  color: var(--background);
  stroke-width: 2.5;
}
.halo > .icon + .good, .done > .good { background: var(--accent); color: var(--on-accent) }
.halo > .icon + .later { display: none }
.done .halo > .icon + .later { display: block }
.done > .good { position: fixed; inset: auto; z-index: 1; box-sizing: content-box }
.done .halo > .spinner { border-color: var(--sign) }
.halo:has(> .page) { display: flex; padding: 13px 0; box-shadow: none }
.halo:has(> .page) .icon { width: 64px; height: 64px }
.halo > .page + .icon { margin-inline-start: -12px; outline: 0; box-shadow: 0 0 0 4px var(--background) }
.halo > .page ~ .glyph, .halo > .page ~ .spinner { inset: auto -6px 3px auto }
.halo > .page ~ .spinner { width: 22px; height: 22px; border-color: var(--sign) var(--border) var(--border); outline: 3px solid var(--background); background: var(--background) }
.site { display: grid; gap: 2px; margin-top: 12px; padding: 8px 16px; border: 1px solid var(--border); border-radius: min(var(--radius), 16px); color: var(--text); font-size: .9em }
a.main .glyph { color: inherit }
.main { background: var(--accent) border-box; color: var(--on-accent) }
.main:hover { filter: brightness(.92); box-shadow: none }
button:disabled { opacity: .5; cursor: default }
.body > .stage:first-child { box-sizing: border-box; min-height: 236px; align-content: start }
.body > .stage:first-child:not(:has(p)) { grid-template-rows: auto 1fr; align-content: stretch; align-items: center; padding-bottom: 12px }
.pairing { display: grid; justify-items: center; gap: 10px; padding: 4px 8px 14px; text-align: center }
.pairing .quiet { text-wrap: balance }
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
.code svg { display: block; max-width: 100%; height: auto; fill: none; stroke: #000 }
.code path { stroke-linecap: round }
.code .eye { fill: #000 }
.seal { position: absolute; inset: 0; display: grid; place-items: center; pointer-events: none }
.seal .icon { width: 15%; height: auto; aspect-ratio: 1; box-sizing: content-box; border: 4px solid #fff; background: #fff }
.empty .seal .icon { border-color: #0000; background: none }
.pairing p { display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 0 8px; min-height: 22px }
.pairing .spinner { width: 14px; height: 14px }
.left { font-variant-numeric: tabular-nums }
.apps, .offers { display: grid; gap: 6px; width: 100%; list-style: none; text-align: start }
.pairing .apps { width: calc(100% + 16px); margin-inline: -8px }
.body > h2 { padding: 0 10px; font-size: 1em }
.facts { display: grid; gap: 8px; margin: 4px 0 12px; padding: 0 10px 14px; border-bottom: 1px solid var(--border); list-style: none }
.facts li { display: flex; align-items: center; gap: 12px; line-height: 1.35; color: var(--muted) }
.facts .glyph { box-sizing: border-box; width: 36px; padding: 8px; height: 36px }
.offers .words { align-content: center }
@media (max-height: 640px) { .code { width: min(100%, max(46vh, 206px)) } .code svg { width: 100% } }
@media (max-height: 300px) { .code { width: min(100%, 100vh - 100px) } .halo .icon { width: 40px; height: 40px } }
@media (max-width: 480px) { .header { touch-action: none } }
@media (min-width: 481px) {
  .overlay:not(:has(.rows)) { padding-bottom: clamp(16px, 24vh - 138px, 12vh) }
  .card:not(:has(.rows)) { margin-block: auto }
}
.pairing p { max-width: 300px }
`
