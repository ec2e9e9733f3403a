/**
 * A text with a foreign name in it, isolated in direction and from translation.
 *
 * Each piece is the only child of its element, so that a browser's translation rewrites no node that React holds.
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
