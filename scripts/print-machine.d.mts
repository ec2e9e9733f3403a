/** Where docs/decisions/machine.md keeps the table. */
export const MARKERS: readonly [string, string]
/** The state machine of an attempt as a Markdown table: a row for each event, a column for each state. */
export function printMachine(table: Readonly<Record<string, Readonly<Record<string, string>>>>): string
/** What stands between the markers of a text, or null where it has none. */
export function readPrinted(text: string): string | null
