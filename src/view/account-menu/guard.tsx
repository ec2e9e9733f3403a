import { Component, type ReactNode } from 'react'

interface GuardProps {
  children: ReactNode
  /** Called when the content cannot be drawn. */
  onFail(error: unknown): void
}

/** Draws nothing more once its content has thrown. Without it, React would take the whole button away. */
export class Guard extends Component<GuardProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError = () => ({ hasFailed: true })
  override componentDidCatch(error: unknown) {
    this.props.onFail(error)
  }
  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}
