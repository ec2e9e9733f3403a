import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot, type Root } from 'react-dom/client'
import type { ButtonHost, View } from '../element/view-contract.js'
import { Button, type PropStore } from './button/button.js'
import { connectedSheet } from './button/connected-face.css.js'
import { dressRoot, readButtonProps } from './button/dress.js'
import { drawButton } from './button/paint-button.js'
import { loadTexts } from './i18n/languages.js'
import { dress } from './theme/look.js'

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
        current = readButtonProps(host, current.tag)
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
  const load = () => void loadTexts(host.getProps().tag).then((isNew) => isNew && update())
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
