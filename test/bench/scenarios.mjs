import { visit } from './visit.mjs'

const NAMES = ['Alpha Wallet', 'Beta Wallet', 'Gamma Wallet', 'Delta Wallet', 'Epsilon Wallet', 'Zeta Wallet']

/** How many wallets a visitor has: most have one. */
export const WALLETS = [1, 6]

/** How long people's pointers rest on a button before they click, in ms. */
const REST = 250

/** Longest wait for the wallet to be asked, in ms. Nothing is measured then. */
const ASK_TIMEOUT = 10_000

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** The comparison only makes sense if every list has the visitor's wallets; the list of a default page has more rows. */
async function checkRows(page, variant, wallets = 3) {
  const names = await page.evaluate(() => window.probe.names())
  const missing = NAMES.slice(0, wallets).filter((name) => !names.includes(name))
  if (missing.length || (variant.name !== 'default' && names.length !== wallets))
    throw new Error(`${variant.name} lists: ${names.join(', ')}`)
}

/** The list is only usable if a click on its first row reaches the wallet; the floors' rows do nothing. */
async function checkAsked(page, variant) {
  if (!variant.tag.startsWith('<wallet-connect-button')) return
  const { x, y } = await page.evaluate(() => window.probe.firstRow())
  await page.mouse.click(x, y)
  try {
    await page.waitForFunction(() => window.probe.asked().includes('eth_requestAccounts'), undefined, {
      timeout: ASK_TIMEOUT,
    })
  } catch (cause) {
    throw new Error(`${variant.name}: a click on the first row does not ask the wallet`, { cause })
  }
}

/** A visitor who only looks at the page. */
export const justLook = (bench, variant, rate) =>
  visit(bench, { variant, rate }, async ({ painted }) => ({ painted: await painted() }))

/** A visitor who looks, comes near with the pointer, clicks, and closes the list. */
const afterHover = (bench, variant, rate) =>
  visit(bench, { variant, rate }, async ({ page, foreign, untilIdle, painted, untilUsable }) => {
    const { cpu, script } = await untilIdle()
    const result = { painted: await painted(), cpu, script }
    result.scriptsToButton = bench.server.takeScripts()
    result.foreignBefore = foreign.length
    const { x, y } = await page.evaluate(() => window.probe.middle())
    await page.mouse.move(x, y)
    await untilIdle()
    await page.mouse.down()
    await page.mouse.up()
    result.afterHover = (await untilUsable()).sinceClick
    await untilIdle()
    await checkRows(page, variant)
    result.scriptsToList = bench.server.takeScripts()
    result.foreignAfter = foreign.length - result.foreignBefore
    return result
  })

/** The same visitor's memory. */
const memory = (bench, variant, rate) =>
  visit(bench, { variant, rate }, async ({ page, untilIdle, readHeap, untilUsable }) => {
    await untilIdle()
    const heap = await readHeap()
    const { x, y } = await page.evaluate(() => window.probe.middle())
    await page.mouse.move(x, y)
    await untilIdle()
    await page.mouse.down()
    await page.mouse.up()
    await untilUsable()
    await untilIdle()
    const heapWithList = await readHeap()
    await page.evaluate(() => window.probe.close())
    await untilIdle()
    return { heap, heapWithList, heapClosed: await readHeap() }
  })

/** A pointer that rests on the button as people's do, and a click. */
const rested = (wallets) => (bench, variant, rate) =>
  visit(bench, { variant, rate, wallets }, async ({ page, untilIdle, untilUsable }) => {
    await untilIdle()
    const { x, y } = await page.evaluate(() => window.probe.middle())
    await page.mouse.move(x, y)
    await pause(REST)
    await page.mouse.down()
    await page.mouse.up()
    const { sinceClick } = await untilUsable()
    await untilIdle()
    await checkRows(page, variant, wallets)
    const longest = await page.evaluate(() => window.probe.longestTask())
    await checkAsked(page, variant)
    return { [`rested${wallets}`]: sinceClick, [`restedTask${wallets}`]: longest }
  })

/** A click without any pointer movement before it. */
const outOfTheBlue = (wallets) => (bench, variant, rate) =>
  visit(bench, { variant, rate, wallets }, async ({ page, untilIdle, untilUsable }) => {
    await untilIdle()
    await page.evaluate(() => window.probe.click())
    const { sinceClick } = await untilUsable()
    await untilIdle()
    await checkRows(page, variant, wallets)
    return {
      [`blue${wallets}`]: sinceClick,
      [`blueTask${wallets}`]: await page.evaluate(() => window.probe.longestTask()),
    }
  })

/** The same on a slow line. */
const onSlowLine = (wallets) => (bench, variant, rate) =>
  visit(bench, { variant, rate, wallets, isSlowLine: true }, async ({ page, untilIdle, untilUsable }) => {
    await untilIdle()
    await page.evaluate(() => window.probe.click())
    const { sinceClick } = await untilUsable()
    // At once: the code that asks the wallet is still on its way.
    await checkAsked(page, variant)
    return { [`slow${wallets}`]: sinceClick }
  })

/** A thousand wallets announce themselves. */
const thousand = (bench, variant, rate) =>
  visit(bench, { variant, rate, wallets: 1_000 }, async ({ page, untilIdle, untilUsable }) => {
    await untilIdle()
    await page.evaluate(() => window.probe.click())
    return { blue1000: (await untilUsable()).sinceClick }
  })

/** The page clicks its own button the moment it is painted. */
const atOnce = (bench, variant, rate) =>
  visit(bench, { variant, rate, atOnce: true }, async ({ painted, untilUsable }) => ({
    atOnce: (await untilUsable()).sinceStart,
    painted: await painted(),
  }))

/** A page with a hundred buttons. */
const hundred = (bench, variant, rate) =>
  visit(bench, { variant, rate, count: 100 }, async ({ untilIdle }) => ({ cpu100: (await untilIdle()).cpu }))

/** The memory of a page with a hundred buttons. */
const memoryOfHundred = (bench, variant, rate) =>
  visit(bench, { variant, rate, count: 100 }, async ({ untilIdle, readHeap }) => {
    await untilIdle()
    return { heap100: await readHeap() }
  })

/** For all variants at both rates. */
export const SCENARIOS = [afterHover, ...WALLETS.map(rested), ...WALLETS.map(outOfTheBlue), atOnce, hundred]

/** For all variants at full speed, in a browser as visitors have it. */
export const MEMORY_SCENARIOS = [memory, memoryOfHundred]

/** For all variants, slowed down alone. */
export const SLOW_SCENARIOS = WALLETS.map(onSlowLine)

/** For ours alone: with the processor slowed down most, and with more wallets than anybody has. */
export const SLOWEST_SCENARIOS = [afterHover, outOfTheBlue(1)]
export const OWN_SCENARIOS = [thousand]
