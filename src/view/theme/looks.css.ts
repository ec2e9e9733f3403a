/**
 * The three ready looks: each is a block of the custom properties that a page can set itself. `dist/looks.css` is made of this
 * sheet, for pages that want their look with the first paint.
 */
export const looksSheet = `
:host([look=square]) {
  --wcb-accent: light-dark(#14171c, #f3f4f6);
  --wcb-background: light-dark(#fff, #111316);
  --wcb-surface: light-dark(#f2f2f0, #1f2226);
  --wcb-text: light-dark(#14171c, #f3f4f6);
  --wcb-muted: light-dark(#53575f, #babfc8);
  --wcb-border: light-dark(#14171c, #6b7079);
  --wcb-shadow: 0 0 0 1px light-dark(#14171c, #6b7079), 6px 6px 0 light-dark(#14171c26, #0008);
  --wcb-radius: 0px;
}
:host([look=round]) {
  --wcb-accent: light-dark(#6a3de8, #a78bfa);
  --wcb-background: light-dark(#fff, #1a1625);
  --wcb-surface: light-dark(#f4f0fe, #292238);
  --wcb-text: light-dark(#221a36, #f4f1fb);
  --wcb-muted: light-dark(#5f5675, #c3bbd6);
  --wcb-border: light-dark(#e3dbf7, #3c3352);
  --wcb-shadow: 0 0 0 1px light-dark(#6a3de814, #ffffff1f), 0 20px 60px -12px light-dark(#3b1d8a47, #000000b3);
  --wcb-radius: 999px;
}
:host([look=outline]) {
  --wcb-accent: light-dark(#0e6656, #63d5bf);
  --wcb-background: light-dark(#fdfefe, #121817);
  --wcb-surface: light-dark(#eff5f3, #1d2725);
  --wcb-text: light-dark(#12211e, #eef5f3);
  --wcb-muted: light-dark(#4f625d, #b5c5c1);
  --wcb-border: light-dark(#c3d5d0, #3a4b47);
  --wcb-shadow: 0 0 0 1px light-dark(#0e66562e, #63d5bf40), 0 16px 40px -12px light-dark(#0e665633, #000000b3);
  --wcb-radius: 10px;
}
:host([look=outline]:not([data-status=connected])) [part=button] {
  border-color: currentColor;
  background: #0000;
  color: var(--wcb-accent);
}
`
