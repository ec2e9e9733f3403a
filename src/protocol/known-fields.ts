/** The first field of an object that has a value and is not one of `known`; null when there is none. */
export function findUnknownField(given: object, known: readonly string[]): string | null {
  for (const name of Object.keys(given))
    if (!known.includes(name) && (given as Record<string, unknown>)[name] !== undefined)
      return name.slice(0, 80)
  return null
}
