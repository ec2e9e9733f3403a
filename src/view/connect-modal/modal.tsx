import { Frame } from './frame.js'
import { readModel } from './model.js'
import { ModelView } from './model-view.js'

/** The root of `<wallet-connect-modal>`, which r2wc renders. What it shows, and what it does, is in its model. */
export function Modal({ container }: { container?: Node }) {
  const model = readModel((container as ShadowRoot).host)
  if (!model) return null
  // Wait until React is done: removing the host ends its root.
  return <ModelView model={model} View={Frame} onError={(error) => queueMicrotask(() => model.fail(error))} />
}
