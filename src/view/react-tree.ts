import { createElement, type ReactElement } from 'react'
import type { PartTree } from '../element/face/button-parts.js'

/** A described piece of markup as React elements, the same nodes that the first paint made. */
export function toReact([tag, attributes, content]: PartTree, key?: number): ReactElement {
  return createElement(
    tag,
    { ...attributes, key },
    typeof content === 'string' ? content : content?.map(toReact),
  )
}
