import { createElement, type ReactElement, type ReactNode } from 'react'
import type { Root } from 'react-dom/client'
import { HANDOVER } from '../../view/handover.js'
import { beginTaking, renderWithCells } from './cells.js'
import type { Frame } from './first-frame.js'
import type { ReactDom } from './load-dom.js'

/** The root of the tree: React calls it first, whenever it draws the whole tree. */
function Begin({ children }: { children?: ReactNode }): ReactNode {
  beginTaking()
  return children
}

/** The tree as React gets it. */
export const withBegin = (element: ReactNode): ReactElement => createElement(Begin, null, element)

/** Lets React take over the nodes of a frame, with all that its components remember, before this task ends. */
export function takeOver(
  { flushSync, hydrateRoot }: ReactDom,
  container: Element | DocumentFragment,
  element: ReactNode,
  frame: Frame,
): Root {
  const { cells } = frame
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
  // A translation or an extension has changed the nodes, and React has drawn others beside them.
  if (differs) for (const node of nodes) node.remove()
  flushSync(() => {
    for (const { set, waiting } of cells) for (const action of waiting) set?.(action)
  })
  return root as Root
}
