/** Reads what may be said better in a file: `line` is where, `text` says what. */
export function reviewFile(file: string, text: string, isProduct?: boolean): { line: number; text: string }[]
