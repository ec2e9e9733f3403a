import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  children: ReactNode
  /** A view has thrown and will be removed. Called while React renders. */
  onBreak(): void
  /** The view was removed. */
  onError(error: unknown): void
}

/** Draws nothing after a view has thrown, and reports it: an exception must not leave a modal that nobody can use. */
export class Boundary extends Component<BoundaryProps, { isBroken: boolean }> {
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
