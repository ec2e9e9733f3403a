import type { ComponentClass, ReactNode } from 'react'
import { type DrawnFrame, draw, OtherNodes } from './draw.js'
import type { Effect } from './hooks.js'

/** A frame on screen, or ready to be shown. */
export interface Frame extends DrawnFrame {
  /** What was drawn: the nodes, their children, and what the texts say. */
  drawn: (readonly [node: Node, children: readonly Node[], text: string | null])[]
  /** Runs effects; what they return undoes them when the frame ends. */
  run(effects: Effect[]): void
  /** Ends listeners, subscriptions and effects. The nodes stay. */
  end(): void
}

function createFrame(earlier: DrawnFrame['earlier'], outdate: (frame: Frame) => void): Frame {
  const stop = new AbortController()
  const frame: Frame = {
    cells: [],
    layoutEffects: [],
    effects: [],
    ends: [],
    nodes: [],
    drawn: [],
    earlier,
    signal: stop.signal,
    outdate: () => outdate(frame),
    run(effects) {
      for (const effect of effects.splice(0)) {
        const undo = effect()
        if (typeof undo === 'function') frame.ends.push(undo as () => void)
      }
    },
    end() {
      stop.abort()
      for (const run of frame.ends.splice(0)) run()
    },
  }
  return frame
}

/**
 * Draws a tree into a container, with the nodes of an earlier frame if the tree has the same nodes, and runs its layout
 * effects.
 *
 * @param outdate called when the frame no longer shows what its components would draw
 * @throws what a component or an effect throws, if there is no error boundary; a boundary reports it
 */
export function drawFrame(
  element: ReactNode,
  container: Element | DocumentFragment,
  earlier: DrawnFrame['earlier'],
  outdate: (frame: Frame) => void,
): Frame | undefined {
  const frame = createFrame(earlier, outdate)
  try {
    const nodes = document.createDocumentFragment()
    draw(element, nodes, frame)
    if (frame.nodes.length < earlier.length) throw new OtherNodes()
    if (!earlier.length) container.replaceChildren(nodes)
    frame.drawn = [container, ...frame.nodes].map((node) => [node, [...node.childNodes], node.nodeValue])
    frame.run(frame.layoutEffects)
    return frame
  } catch (error) {
    if (error instanceof OtherNodes) {
      frame.end()
      return drawFrame(element, container, [], outdate)
    }
    breakDown(frame, container, error)
  }
}

/** A component or an effect has thrown: the frame disappears, and its error boundary reports the error, as in React. */
export function breakDown(frame: Frame, container: Element | DocumentFragment, error: unknown): void {
  const { boundary } = frame
  if (boundary) {
    boundary.state = (boundary.constructor as ComponentClass<object>).getDerivedStateFromError?.(error) ?? {}
    boundary.render()
  }
  frame.end()
  container.replaceChildren()
  if (!boundary) throw error
  boundary.componentDidCatch?.(error as Error, { componentStack: '' })
}
