/** A limit and what was measured for it. */
export interface Verdict {
  title: string
  unit: string
  values: number[]
  limit: number
  ok: boolean
}

export function hold(title: string, unit: string, values: number[], limit: number): Verdict
export function report(part: string, verdicts: Verdict[], more?: object): void
