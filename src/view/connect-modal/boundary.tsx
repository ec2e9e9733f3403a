import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  children: ReactNode
  /** A view has thrown, and is about to be taken away. Called while React works. */
  onBreak(): void
  /** It is away. */
  onError(error: unknown): void
}

/** Draws nothing any more where a view throws, and says so: an exception must not leave a modal that nobody can use. */
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
