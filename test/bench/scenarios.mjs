import { visit } from './visit.mjs'

const NAMES = 'Alpha Wallet, Beta Wallet, Gamma Wallet'

/** The comparison only makes sense if every list is the same. */
async function checkRows(page, variant) {
  const names = (await page.evaluate(() => window.probe.names())).join(', ')
  if (names !== NAMES) throw new Error(`${variant.name} lists: ${names}`)
}

/** A visitor who only looks at the page. */
export const justLook = (bench, variant, rate) =>
  visit(bench, { variant, rate }, async ({ painted }) => ({ painted: await painted() }))

/** A visitor who looks, moves the pointer to the button, and clicks. */
const afterHover = (bench, variant, rate) =>
  visit(bench, { variant, rate }, async ({ page, foreign, untilIdle, readHeap, painted, untilUsable }) => {
    const { cpu, script } = await untilIdle()
    const result = { painted: await painted(), cpu, script }
    result.scriptsToButton = bench.server.takeScripts()
    result.foreignBefore = foreign.length
    if (rate === 1) result.heap = await readHeap()
    const { x, y } = await page.evaluate(() => window.probe.middle())
    await page.mouse.move(x, y)
    await untilIdle()
    await page.mouse.down()
    await page.mouse.up()
    result.afterHover = (await untilUsable()).sinceClick
    await untilIdle()
    if (rate === 1) result.heapWithList = await readHeap()
    await checkRows(page, variant)
    result.scriptsToList = bench.server.takeScripts()
    result.foreignAfter = foreign.length - result.foreignBefore
    return result
  })

/** A click without any pointer movement before it. */
const withoutHover = (bench, variant, rate) =>
  visit(bench, { variant, rate }, async ({ page, untilIdle, painted, untilUsable }) => {
    const { cpu, script } = await untilIdle()
    await page.evaluate(() => window.probe.click())
    const { sinceClick } = await untilUsable()
    return { painted: await painted(), cpu, script, withoutHover: sinceClick }
  })

/** The page clicks its own button the moment it is painted. */
const atOnce = (bench, variant, rate) =>
  visit(bench, { variant, rate, atOnce: true }, async ({ painted, untilUsable }) => ({
    atOnce: (await untilUsable()).sinceStart,
    painted: await painted(),
  }))

/** A page with a hundred buttons. */
const hundred = (bench, variant, rate) =>
  visit(bench, { variant, rate, count: 100 }, async ({ untilIdle, readHeap }) => ({
    cpu100: (await untilIdle()).cpu,
    ...(rate === 1 && { heap100: await readHeap() }),
  }))

export const SCENARIOS = [afterHover, withoutHover, atOnce, hundred]
