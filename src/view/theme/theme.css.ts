/** Colours, type and the pieces that every view shares. `data-theme` carries the colour scheme. */
export const themeSheet = `
[data-theme] {
  color-scheme: light dark;
  --accent: var(--wcb-accent, light-dark(#2f5bea, #3f69f3));
  --on-accent: var(--wcb-accent-text, #fff);
  --background: var(--wcb-background, light-dark(#fff, #17191e));
  --surface: var(--wcb-surface, light-dark(#f3f4f7, #23262d));
  --text: var(--wcb-text, light-dark(#14171f, #f2f4f8));
  --muted: var(--wcb-muted, light-dark(#5b6271, #a3aab8));
  --border: var(--wcb-border, light-dark(#e2e5eb, #31353e));
  --error: var(--wcb-error, light-dark(#b42318, #ff9b91));
  --shadow: var(--wcb-shadow, 0 0 0 1px light-dark(#0c10180d, #ffffff14), 0 16px 48px -8px light-dark(#0c101838, #000000b3));
  --radius: var(--wcb-radius, 12px);
  --font: var(--wcb-font, system-ui, sans-serif);
}
[data-theme=dark] { color-scheme: dark }
[data-theme=light] { color-scheme: light }
svg { flex: none }
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
  border: 2px solid var(--accent);
  border-right-color: #0000;
  border-radius: 50%;
  animation: turn 1s linear infinite;
}
.quiet { color: var(--muted); font-weight: 400; font-size: 13px }
.cut { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
@keyframes turn { to { rotate: 1turn } }
@media (prefers-reduced-motion) {
  * { transition: none !important }
  .spinner, [part=spinner] { animation-duration: 4s !important }
}
`
