import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot, type Root } from 'react-dom/client'
import { readText } from '../element/face/props.js'
import { PARTS } from '../element/parts.js'
import type { ButtonHost, ButtonProps, View } from '../element/view-contract.js'
import { loadChunk } from '../platform/chunks.js'
import { buttonSheet } from './button/button.css.js'
import { Button, type PropStore } from './button/button.js'
import { connectedSheet } from './button/connected-face.css.js'
import { drawButton, paintButton as paintConnected } from './button/paint-button.js'
import { loadTexts, readLanguage } from './i18n/languages.js'
import { adopt } from './theme/adopt.js'
import { dress } from './theme/look.js'
import { themeSheet } from './theme/theme.css.js'

/** Loads the code for attributes of forms and of pages without scripts. */
export const loadPage: View['loadPage'] = async (store) =>
  (await loadChunk('view/page/page', () => import('./page/page.js'))).createPage(store)

export { prepareModal } from './connect-modal/prepare-modal.js'
export { showModal } from './connect-modal/show-modal.js'
export { untilTexts } from './i18n/languages.js'

/** The host's props in the language that has loaded: label, language and direction follow it. */
function readButtonProps(host: ButtonHost): ButtonProps {
  const props = host.getProps()
  const { texts, lang, dir } = readLanguage(props.tag)
  return texts.label ? { ...props, label: props.ownLabel || texts.label, lang, dir } : props
}

const dressRoot = (element: HTMLElement, root: ShadowRoot, ...sheets: string[]) => {
  adopt(root, themeSheet, buttonSheet, ...sheets)
  dress(element, root)
}

/** Gives the painted button the sheets of its theme and its look, and loads its language. */
export const dressButton: View['dressButton'] = (element) => {
  dressRoot(element, element[PARTS].root)
  // `loadTexts` never rejects. The language labels the page's idle buttons.
  void loadTexts(readText(element)[2])
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

/**
 * Lets React take over the painted nodes of the button before this task ends.
 *
 * @returns the way to give it back: the button looks as first painted, and the shell continues with it
 */
export const mountButton: View['mountButton'] = (host: ButtonHost) => {
  let current = readButtonProps(host)
  let update = () => {}
  const props: PropStore = {
    subscribe(listener) {
      update = () => {
        current = readButtonProps(host)
        dress(host.element, host.root)
        listener()
        load()
      }
      const stop = host.subscribe(update)
      return () => {
        update = () => {}
        stop()
      }
    },
    get: () => current,
  }
  const load = () => void loadTexts(current.tag).then((isNew) => isNew && update())
  dressRoot(host.element, host.root, connectedSheet)
  let root: Root | undefined
  let isMounted = true
  // Use a microtask, because the page may be in the middle of a render of the same React.
  queueMicrotask(() => {
    if (!isMounted) return
    current = readButtonProps(host)
    // A translation or an extension may have changed the nodes, and hydration repairs no attribute.
    drawButton(host, current, 'taken')
    load()
    root = flushSync(() =>
      hydrateRoot(host.root as unknown as Element, createElement(Button, { host, props }), {
        // React has already drawn the button again.
        onRecoverableError() {},
      }),
    )
  })
  return () => {
    isMounted = false
    queueMicrotask(() => {
      root?.unmount()
      drawButton(host, host.getProps(), 'idle')
    })
  }
}
