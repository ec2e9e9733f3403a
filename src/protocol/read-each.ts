/**
 * Reads each item of a list, holes included, as `Array.from` does with its second argument: older libraries replace that one by a
 * function that ignores it, so a check must not hang on it.
 */
export function readEach<T, R>(list: ArrayLike<T>, read: (item: T, index: number) => R): R[] {
  const { length } = list
  const results: R[] = []
  for (let index = 0; index < length; index += 1) results[index] = read(list[index] as T, index)
  return results
}
