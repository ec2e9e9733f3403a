/**
 * Colours, type and the pieces that every view shares. `data-theme` carries the colour scheme.
 *
 * Text upon the accent is black or white, whichever has the better contrast: they are equal at a lightness of 49.5
 * (a luminance of .18). `--sign` is the accent where it is a line on the background: never so light or dark that it is lost.
 */
export const themeSheet = `
[data-theme] {
  color-scheme: light dark;
  --accent: var(--wcb-accent, #2f5bea);
  --sign: var(--accent);
  --on-accent: var(--wcb-accent-text, #fff);
  --background: var(--wcb-background, light-dark(#fff, #17191e));
  --surface: var(--wcb-surface, light-dark(#f3f4f7, #23262d));
  --text: var(--wcb-text, light-dark(#14171f, #f2f4f8));
  --muted: var(--wcb-muted, light-dark(#5b6271, #b8bec9));
  --border: var(--wcb-border, light-dark(#e2e5eb, #31353e));
  --error: var(--wcb-error, light-dark(#b42318, #ff9b91));
  --overlay: var(--wcb-overlay, light-dark(#10131c6b, #00000080));
  --shadow: var(--wcb-shadow, 0 0 0 1px light-dark(#0c10180d, #ffffff1f), 0 16px 48px -8px light-dark(#0c101838, #000000b3));
  --radius: var(--wcb-radius, 12px);
  --font: var(--wcb-font, system-ui, sans-serif);
}
@supports (color: oklch(from red l c h)) {
  [data-theme] {
    --on-accent: var(--wcb-accent-text, lab(from var(--accent) calc((49.5 - l) * 1e6) 0 0));
    --sign: light-dark(oklch(from var(--accent) min(l, .6) c h), oklch(from var(--accent) max(l, .6) c h));
  }
}
[data-theme=dark] { color-scheme: dark }
[data-theme=light] { color-scheme: light }
svg { flex: none }
bdi { font-feature-settings: 'calt' 0 }
.glyph {
  width: 20px;
  height: 20px;
  fill: none;
  stroke: currentColor;
  stroke-width: 1.75;
  stroke-linecap: round;
  stroke-linejoin: round;
}
.spinner {
  flex: none;
  box-sizing: border-box;
  width: 20px;
  height: 20px;
  border: 2px solid var(--sign);
  border-right-color: #0000;
  border-radius: 50%;
  animation: turn 1s linear infinite;
}
.quiet { color: var(--muted); font-weight: 400; font-size: .867em }
.cut { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@keyframes turn { to { rotate: 1turn } }
@media (prefers-reduced-motion) { * { transition: none !important; animation: none !important; transform: none !important } }
@media (prefers-contrast: more) {
  [data-theme] { --accent: var(--wcb-accent, #1f47c7); --error: var(--wcb-error, light-dark(#951a11, #ff9b91)); --muted: var(--text); --border: var(--text) }
  [data-theme] :is(button, .wallet) { border-color: currentColor }
  [data-theme] :is(.card, .menu) { outline-color: currentColor }
}
`
