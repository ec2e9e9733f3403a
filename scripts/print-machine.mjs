import { readFileSync } from 'node:fs'
import { argv } from 'node:process'
import { fileURLToPath } from 'node:url'

/** The markers around the table in docs/decisions/machine.md. */
export const MARKERS = ['<!-- machine -->', '<!-- /machine -->']

/**
 * Prints the state machine of an attempt as a Markdown table: a row for each event, a column for each state.
 *
 * @param {Record<string, Record<string, string>>} table state → event → next state
 */
export function printMachine(table) {
  const states = Object.keys(table)
  const events = [...new Set(Object.values(table).flatMap((row) => Object.keys(row)))]
  const rows = [
    ['event', ...states],
    ['---', ...states.map(() => '---')],
    ...events.map((event) => [`\`${event}\``, ...states.map((state) => table[state]?.[event] ?? '·')]),
  ]
  return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Returns the text between the markers, or null without markers. */
export function readPrinted(text) {
  const [start, end] = MARKERS.map((marker) => text.indexOf(marker))
  return start < 0 || end < start ? null : text.slice(start + MARKERS[0].length, end).trim()
}

// `node scripts/print-machine.mjs` prints the table of the current source
if (argv[1] === fileURLToPath(import.meta.url)) {
  const { transform } = await import('esbuild')
  const source = readFileSync(new URL('../src/client/machine.ts', import.meta.url), 'utf8')
  const { code } = await transform(source, { loader: 'ts' })
  const { TABLE } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  console.log(printMachine(TABLE))
}
