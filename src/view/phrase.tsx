/**
 * A text with a foreign name in it, kept apart in direction and from translation.
 *
 * Each piece is the only child of its element: a browser's translation then rewrites nothing that React holds on to.
 */
export function Phrase({ text, name }: { text: string; name: string }) {
  const [before, after] = text.split('{0}')
  return (
    <>
      {before && <span>{before}</span>}
      {after !== undefined && <bdi translate="no">{name}</bdi>}
      {after && <span>{after}</span>}
    </>
  )
}
