import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { TestPage } from '../../counterparts/chromium.js'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The axe findings on the page, or in a part of it, as rule: element. */
export async function findFaults({ page }: Pick<TestPage, 'page'>, part = 'html'): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  if (!isThere) await page.evaluate(AXE)
  const { violations } = await page.evaluate(
    (root) => (window as unknown as { axe: { run(part: string): Promise<AxeResults> } }).axe.run(root),
    part,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
