import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot, type Root } from 'react-dom/client'
import { paint } from '../element/face/button-paint.js'
import { describeButton, type PartTree } from '../element/face/button-parts.js'
import type { ButtonHost, ButtonProps, View } from '../element/view-contract.js'
import { loadChunk } from '../platform/chunks.js'
import { buttonSheet } from './button/button.css.js'
import { Button, type PropStore } from './button/button.js'
import { loadTexts, readLanguage } from './i18n/languages.js'
import { adopt } from './theme/adopt.js'
import { dress } from './theme/look.js'
import { themeSheet } from './theme/theme.css.js'

/** Loads what acts on the attributes of forms and of pages without scripts. */
export const loadPage: View['loadPage'] = async (store) =>
  (await loadChunk('view/page/page', () => import('./page/page.js'))).createPage(store)

export { prepareModal, showModal } from './connect-modal/modal-host.js'

/** Whether a node is made of the elements that a description names, and no others. */
const fits = ([tag, , content]: PartTree, node: ChildNode | null): boolean =>
  node?.nodeName.toLowerCase() === tag &&
  (!Array.isArray(content) ||
    (node.childNodes.length === content.length &&
      content.every((child, at) => fits(child, node.childNodes[at] as ChildNode))))

/** The host's props, in the language whose texts have arrived: the label, the language and its direction follow it. */
function readButtonProps(host: ButtonHost): ButtonProps {
  const props = host.getProps()
  const { texts, lang, dir } = readLanguage(props.tag)
  return texts.label ? { ...props, label: props.ownLabel || texts.label, lang, dir } : props
}

/**
 * React takes over the painted button, the very same nodes, before this task is over.
 *
 * @returns the way to let it go: the button stays as it was first painted, for the shell to go on with
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
  adopt(host.root, themeSheet, buttonSheet)
  dress(host.element, host.root)
  let root: Root | undefined
  let isMounted = true
  // In a microtask, since the page may be in the middle of a render of the same React, which can do no other meanwhile.
  queueMicrotask(() => {
    if (!isMounted) return
    current = host.getProps()
    // What a translation or an extension has done to the nodes since would not match, and on a mismatch React does not
    // empty a shadow root: it would draw a second button.
    const painted = describeButton(current)
    if (!fits(painted, host.root.firstChild)) host.root.replaceChildren()
    paint(painted, host.root)
    // Its texts may be here already, and the first paint knew nothing of them.
    void loadTexts(current.tag).then(() => update())
    root = flushSync(() =>
      hydrateRoot(host.root as unknown as Element, createElement(Button, { host, props }), {
        // React has already drawn the button anew.
        onRecoverableError() {},
      }),
    )
  })
  return () => {
    isMounted = false
    queueMicrotask(() => {
      root?.unmount()
      paint(describeButton(host.getProps()), host.root)
    })
  }
}
