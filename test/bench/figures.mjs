import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'

/** What the bench has measured last; `docs/comparison.md` has tables of it. */
const FIGURES = 'docs/figures/bench.json'

/**
 * A limit and what was measured for it.
 *
 * @typedef {{ title: string, unit: string, values: number[], limit: number, ok: boolean }} Verdict
 */

/** `npm run bench --write` hands the flag to npm, which passes it on in the environment. */
const isWriting = process.argv.includes('--write') || process.env.npm_config_write === 'true'

/**
 * Holds values to a limit.
 *
 * @param {string} title what was measured, as a reader of the documents understands it
 * @param {string} unit the unit of the values, or of what they are a ratio
 * @returns {Verdict}
 */
export const hold = (title, unit, values, limit) => ({
  title,
  unit,
  values: values.map((value) => Number(value.toPrecision(4))),
  limit,
  ok: Math.max(...values) <= limit,
})

/** A verdict as a line of the terminal. */
export const printVerdict = ({ title, unit, values, limit, ok }) =>
  `${ok ? 'PASS' : 'FAIL'}  ${title}: ${values.join(', ')} ${unit} (limit ${limit})`

/** The machine, as docs/figures names it. */
export const nameMachine = (chromium) =>
  `${availableParallelism()} x ${cpus()[0]?.model ?? 'unknown CPU'}, Chromium ${chromium}, Node ${process.version}`

/**
 * Prints the verdicts of a part of the bench and, with `--write`, stores them in docs/figures/bench.json.
 *
 * @param {string} part replaces the verdicts that the file has for this part
 * @param {Verdict[]} verdicts
 * @param {object} more replaces other members of the file
 */
export function report(part, verdicts, more = {}) {
  for (const verdict of verdicts) console.info(printVerdict(verdict))
  if (!isWriting) return
  const { parts, ...rest } = JSON.parse(readFileSync(FIGURES, 'utf8'))
  const figures = { ...rest, ...more, parts: { ...parts, [part]: verdicts } }
  writeFileSync(FIGURES, `${JSON.stringify(figures, null, 2)}\n`)
}
