/** A row of a list. Rows of one group stay together. */
interface Row {
  readonly id: string
  readonly group: number
}

/** The place of a row that was not on screen: after all others, or before them. */
export const LAST = 1e6
export const FIRST = -LAST

/**
 * Sorts rows so that those on screen keep their places: each group has the new rows at its end, or at its beginning.
 *
 * @param shown the rows on screen
 * @param rows the rows to show, in their own order
 * @param placeOf the place of a group among the groups
 * @param newPlace {@link LAST} or {@link FIRST}
 */
export function keepOrder<T extends Row>(
  shown: readonly Row[],
  rows: readonly T[],
  placeOf: (group: number) => number,
  newPlace = LAST,
): T[] {
  const places = new Map(shown.map(({ id, group }, at) => [`${group} ${id}`, at]))
  const place = ({ id, group }: Row) => places.get(`${group} ${id}`) ?? newPlace
  return [...rows].sort((a, b) => placeOf(a.group) - placeOf(b.group) || place(a) - place(b))
}

/** For {@link keepOrder}: groups in their own order. */
export const byGroup = (group: number): number => group
