import { useLayoutEffect, useSyncExternalStore } from 'react'
import { Boundary } from './boundary.js'
import { Frame } from './frame.js'
import { type Model, readModel } from './model.js'
import { type ModalHost, OPTIONS } from './options.js'

/** The root of `<wallet-connect-modal>`, which r2wc renders. What it shows, and what it does, is in its model. */
export function Modal({ container }: { container?: Node }) {
  const host = (container as ShadowRoot).host as ModalHost
  const options = host[OPTIONS]
  const model = readModel(host)
  if (!options || !model) return null
  return (
    <Boundary
      onBreak={() => {
        options.isBroken = true
      }}
      // Wait until React is done: removing the host ends its root.
      onError={(error) => queueMicrotask(() => model.fail(error))}
    >
      <Surface model={model} />
    </Boundary>
  )
}

function Surface({ model }: { model: Model }) {
  const props = useSyncExternalStore(model.subscribe, model.get, model.get)
  useLayoutEffect(() => model.painted())
  useLayoutEffect(() => model.end, [model])
  return <Frame {...props} />
}
