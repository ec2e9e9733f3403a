import { createElement, type FunctionComponent, type ReactElement } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot, type Root } from 'react-dom/client'

/** What the script tag loads with React's renderer. */

export { startTransition } from 'react'
export { jsx } from 'react/jsx-runtime'
export { flushSync } from 'react-dom'
export { createRoot, hydrateRoot } from 'react-dom/client'
export { ModelView } from '../view/connect-modal/model-view.js'
export { mountButton } from '../view/mount-button.js'

/**
 * Lets React take over drawn nodes before this task ends. They must be what it would draw itself.
 *
 * @param element what was drawn, which React has not made
 */
export function takeOver(container: ShadowRoot, { type, props }: ReactElement): Root {
  const nodes = [...container.childNodes]
  let root: Root | undefined
  let differs = false
  flushSync(() => {
    root = hydrateRoot(container as never, createElement(type as FunctionComponent, props as object), {
      onRecoverableError() {
        differs = true
      },
    })
  })
  // React has drawn new nodes beside those that did not fit.
  if (differs) for (const node of nodes) node.remove()
  return root as Root
}
