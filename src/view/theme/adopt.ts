const sheets = new WeakMap<Document, Map<string, CSSStyleSheet>>()

/**
 * The constructable sheet of a text. Each document has its own, because a sheet belongs to the document that made it.
 */
function getSheet(page: Document, css: string): CSSStyleSheet {
  const made = sheets.get(page) ?? new Map<string, CSSStyleSheet>()
  sheets.set(page, made)
  let sheet = made.get(css)
  if (!sheet) {
    sheet = new (page.defaultView ?? globalThis).CSSStyleSheet()
    sheet.replaceSync(css)
    made.set(css, sheet)
  }
  return sheet
}

/** Adds sheets to a document or shadow root that lacks them. The strictest style policy allows adopted sheets. */
export function adopt(root: Document | ShadowRoot, ...texts: string[]): void {
  const page = root.ownerDocument ?? (root as Document)
  const wanted = texts.map((css) => getSheet(page, css))
  const missing = wanted.filter((sheet) => !root.adoptedStyleSheets.includes(sheet))
  if (missing.length) root.adoptedStyleSheets = [...root.adoptedStyleSheets, ...missing]
}

/** Removes a sheet. */
export function abandon(root: Document | ShadowRoot, css: string): void {
  const sheet = getSheet(root.ownerDocument ?? (root as Document), css)
  root.adoptedStyleSheets = root.adoptedStyleSheets.filter((each) => each !== sheet)
}
