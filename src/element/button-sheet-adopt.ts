import { BUTTON_SHEET } from './button-sheet.js'

let shared: CSSStyleSheet | undefined

/** Gives the shadow root its sheet: one for all buttons of this document, another where the element was adopted away. */
export function adoptSheet(root: ShadowRoot): void {
  if (root.adoptedStyleSheets.length) return
  const view = root.ownerDocument.defaultView ?? window
  const sheet = (view === window && shared) || new (view as typeof window).CSSStyleSheet()
  if (sheet !== shared) sheet.replaceSync(BUTTON_SHEET)
  if (view === window) shared = sheet
  root.adoptedStyleSheets = [sheet]
}
