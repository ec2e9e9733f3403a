import type { Verdict } from '../../test/bench/figures.mjs'

/** The figures of the last run of the bench that was written down. */
export interface Bench {
  machine: string
  date: string
  rounds: number
  /** A value for each page of the bench, by its name. */
  medians: { title: string; unit: string; values: Record<string, number> }[]
  /** Part of the bench → its limits. */
  parts: { page: Verdict[]; [part: string]: Verdict[] }
}

export function readBench(): Bench
