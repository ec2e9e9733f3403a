/** Finds the unit tests of the changed files, by their path. @returns what to give to vitest; null where nothing says what has changed */
export function findOwnTests(changed?: string[] | null): string[] | null
