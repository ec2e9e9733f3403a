import { Component, type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react'
import { Frame } from './frame.js'
import { type Model, readModel } from './model.js'
import { type ModalHost, OPTIONS } from './options.js'

interface BoundaryProps {
  children: ReactNode
  /** A view has thrown and will be removed. Called while React renders. */
  onBreak(): void
  /** The view was removed. */
  onError(error: unknown): void
}

/** Draws nothing after a view has thrown, and reports it: an exception must not leave a modal that nobody can use. */
class Boundary extends Component<BoundaryProps, { isBroken: boolean }> {
  static getDerivedStateFromError = () => ({ isBroken: true })
  override state = { isBroken: false }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error)
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children
    this.props.onBreak()
    return null
  }
}

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
