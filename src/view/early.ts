import { readTag } from '../element/face/tag.js'
import { PARTS } from '../element/parts.js'
import type { View } from '../element/view-contract.js'
import { createPart } from '../platform/chunks.js'
import { connectedSheet } from './button/connected-face.css.js'
import { dressRoot, readButtonProps } from './button/dress.js'
import { drawButton, paintButton as paintConnected } from './button/paint-button.js'
import { loadTexts } from './i18n/languages.js'

/** What the view does before React draws a button: the painted button, and the attributes of pages and forms. */

const PAGE = createPart(() => import('./page/page.js'))

/** Loads the code for attributes of forms and of pages without scripts. */
export const loadPage: View['loadPage'] = async (store) => (await PAGE.load()).createPage(store)

export { untilTexts as untilReady } from './i18n/languages.js'

/** Gives the painted button the sheets of its theme and its look, and loads its language. */
export const dressButton: View['dressButton'] = (element) => {
  dressRoot(element, element[PARTS].root)
  // `loadTexts` never rejects. A failure of a button is told in it.
  void loadTexts(readTag(element))
}

/** Draws the connected button without React, until React is asked for. */
export const paintButton: View['paintButton'] = (host, callReact) => {
  dressRoot(host.element, host.root, connectedSheet)
  const stop = paintConnected(host, () => readButtonProps(host), callReact)
  return (isOver) => {
    stop()
    if (isOver) drawButton(host, host.getProps(), 'idle')
  }
}
