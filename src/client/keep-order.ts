/** A row of a list: those of one group stand together. */
interface Row {
  readonly id: string
  readonly group: number
}

/** Behind everything that has a place. */
const LAST = 1e6

/**
 * Puts rows where they were on screen: groups as they stood there, in them what was there, then what is new. A group that was
 * not there comes where `placeOf` says.
 *
 * @param shown what is on screen
 * @param rows what is to be there, in the order of its own
 */
export function keepOrder<T extends Row>(
  shown: readonly Row[],
  rows: readonly T[],
  placeOf: (group: number) => number,
): T[] {
  const places = new Map(shown.map(({ id, group }, at) => [`${group} ${id}`, at]))
  const place = ({ id, group }: Row) => places.get(`${group} ${id}`) ?? LAST
  return [...rows].sort((a, b) => placeOf(a.group) - placeOf(b.group) || place(a) - place(b))
}

/** For {@link keepOrder}: groups in their own order. */
export const byGroup = (group: number): number => group

/** For {@link keepOrder}: groups as they stand on screen, a new one below them all, so that it moves none of them. */
export function asShown(shown: readonly Row[]): (group: number) => number {
  const order = [...new Set(shown.map(({ group }) => group))]
  return (group) => (order.includes(group) ? order.indexOf(group) : LAST + group)
}
