import { createElement, type ReactElement, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot, type Root } from 'react-dom/client'
import { HANDOVER } from '../../view/handover.js'
import { beginTaking, renderWithCells } from './cells.js'
import type { Frame } from './first-frame.js'

/** The root of the tree: React calls it first, whenever it draws the whole tree. */
function Begin({ children }: { children?: ReactNode }): ReactNode {
  beginTaking()
  return children
}

/** The tree as React gets it. */
export const withBegin = (element: ReactNode): ReactElement => createElement(Begin, null, element)

/**
 * Puts back what the frame has drawn, where a translation or an extension has changed it: React takes over only what it would
 * draw itself. Nodes that are in their place are not moved, so that focus and selection stay.
 */
function restore({ drawn }: Frame): void {
  for (const [node, children, text] of drawn) {
    if (node.nodeValue !== text) node.nodeValue = text
    for (const child of [...node.childNodes]) if (!children.includes(child)) child.remove()
    for (const [at, child] of children.entries()) {
      const there = node.childNodes[at] ?? null
      if (there !== child) node.insertBefore(child, there)
    }
  }
}

/** Lets React take over the nodes of a frame, with all that its components remember, before this task ends. */
export function takeOver(container: Element | DocumentFragment, element: ReactNode, frame: Frame): Root {
  const { cells } = frame
  restore(frame)
  const nodes = [...container.childNodes]
  let root: Root | undefined
  let differs = false
  HANDOVER.isUnderWay = true
  try {
    frame.end()
    renderWithCells(cells, () =>
      flushSync(() => {
        root = hydrateRoot(container as Element, withBegin(element), {
          onRecoverableError() {
            differs = true
          },
        })
      }),
    )
  } finally {
    HANDOVER.isUnderWay = false
  }
  // A component draws something else than in the first frame, so React has drawn new nodes beside those of the frame.
  if (differs) for (const node of nodes) node.remove()
  flushSync(() => {
    for (const { set, waiting } of cells) for (const action of waiting) set?.(action)
  })
  return root as Root
}
