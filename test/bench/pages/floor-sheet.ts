/** The look of a floor's button and list: the same boxes as in the real views, in as few rules as possible. */
export const FLOOR_SHEET = `
:host{display:inline-block}
[part=button]{height:44px;padding:0 17px;border:0;border-radius:12px;background:#2f5bea;color:#fff;font:600 15px/1.2 system-ui,sans-serif}
dialog{box-sizing:border-box;width:380px;padding:16px;border:0;border-radius:24px;font:15px/1.45 system-ui,sans-serif}
dialog::backdrop{background:#10131c6b}
header{display:flex;align-items:center}
h1{flex:1;margin:0;font-size:18px}
ul{display:grid;gap:8px;margin:16px 0 0;padding:0;list-style:none}
[part=wallet]{display:flex;align-items:center;gap:14px;width:100%;padding:9px 10px;border:0;border-radius:14px;background:#f3f4f7;font:inherit;font-weight:600}
img{width:40px;height:40px;border-radius:25%}`

let sheet: CSSStyleSheet | undefined

/** Gives a floor's shadow root its sheet, which all floors share. */
export function adoptFloorSheet(root: ShadowRoot): void {
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(FLOOR_SHEET)
  }
  root.adoptedStyleSheets = [sheet]
}
