import type { ReactElement } from 'react'
import type { PartTree } from '../element/face/button-parts.js'

/** Converts a description to React elements, with the same nodes as the first paint. */
export function toReact([tag, attributes, content]: PartTree, key?: number): ReactElement {
  const Tag = tag as 'span'
  return (
    <Tag key={key} {...attributes}>
      {typeof content === 'string' ? content : content?.map(toReact)}
    </Tag>
  )
}
