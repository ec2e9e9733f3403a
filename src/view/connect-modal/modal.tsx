import { Frame } from './frame.js'
import { readModel } from './model.js'
import { ModelView } from './model-view.js'
import { type ModalHost, OPTIONS } from './options.js'

/** The root of `<wallet-connect-modal>`, which r2wc renders. What it shows, and what it does, is in its model. */
export function Modal({ container }: { container?: Node }) {
  const host = (container as ShadowRoot).host as ModalHost
  const options = host[OPTIONS]
  const model = readModel(host)
  if (!options || !model) return null
  return (
    <ModelView
      model={model}
      View={Frame}
      onBreak={() => {
        options.isBroken = true
      }}
      // Wait until React is done: removing the host ends its root.
      onError={(error) => queueMicrotask(() => model.fail(error))}
    />
  )
}
