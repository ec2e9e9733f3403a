import { Component, type ComponentType, type ReactNode, useLayoutEffect, useSyncExternalStore } from 'react'
import type { Model } from './model.js'
import type { ViewProps } from './view-props.js'

interface BoundaryProps {
  children: ReactNode
  /** A view has thrown, and was removed. */
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
    return this.state.isBroken ? null : this.props.children
  }
}

/** What {@link ModelView} draws: a model, by a view that is a function of the model's props. */
export interface ModelViewProps extends Omit<BoundaryProps, 'children'> {
  model: Model
  View: ComponentType<ViewProps>
}

function Drawn({ model, View }: Pick<ModelViewProps, 'model' | 'View'>) {
  const props = useSyncExternalStore(model.subscribe, model.get, model.get)
  useLayoutEffect(() => model.painted())
  return <View {...props} />
}

/** Lets React follow a model. It is the modal's only code with hooks, so the script tag fetches it with React. */
export function ModelView({ model, View, ...boundary }: ModelViewProps) {
  return (
    <Boundary {...boundary}>
      <Drawn model={model} View={View} />
    </Boundary>
  )
}
