import { createElement, type ReactElement } from 'react'
import type { PartTree } from '../element/face/button-parts.js'

/** Converts a description to React elements, with the same nodes as the first paint. */
export function toReact([tag, attributes, content]: PartTree, key?: number): ReactElement {
  return createElement(
    tag,
    { ...attributes, key },
    typeof content === 'string' ? content : content?.map(toReact),
  )
}
