/** 9 Mbit/s with 60 ms of latency. */
const SLOW_LINE = { offline: false, latency: 60, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8 }

const POLL = 40
/** A poll that took longer met a busy machine, and does not prove that the page is idle. */
const SLOW_POLL = 100
const QUIET_POLLS = 3
/** The most main-thread time between two polls of an idle page, in s. */
const QUIET_WORK = 0.002
const LIMIT = 20_000

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

async function within(promise, complaint) {
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(complaint)), LIMIT)
  })
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Opens a page in a new profile, so in a new process without a cache, and returns what a sample needs. Durations are
 * the main thread's own time, so that other processes on the machine count less.
 */
export async function visit(
  { browser, server, probe },
  { variant, rate, count = 1, atOnce = false, wallets = 3, isSlowLine = false },
  take,
) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const foreign = []
    let underway = 0
    context.on('request', (request) => {
      underway++
      const url = request.url()
      if (/^(?:https?|wss?):/.test(url) && !url.startsWith(`${server.origin}/`)) foreign.push(url)
    })
    for (const end of ['requestfinished', 'requestfailed']) context.on(end, () => underway--)
    await context.addInitScript({
      content: `window.clickAtOnce = ${atOnce};window.walletCount = ${wallets};${probe}`,
    })
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate })
    if (isSlowLine) {
      await cdp.send('Network.enable')
      await cdp.send('Network.emulateNetworkConditions', SLOW_LINE)
    }
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    server.takeScripts()
    server.compress(isSlowLine)
    await page.goto(`${server.origin}/${variant.name}/${count}`)

    const readMetrics = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics')
      const read = (name) => metrics.find((metric) => metric.name === name).value
      return { task: read('TaskDuration'), script: read('ScriptDuration') }
    }
    return await take({
      page,
      foreign,
      /**
       * Waits until the main thread is idle and no request is open. Returns main-thread ms so far, and ms of script.
       */
      async untilIdle() {
        const deadline = Date.now() + LIMIT
        let last = await readMetrics()
        for (let quiet = 0; quiet < QUIET_POLLS; ) {
          if (Date.now() > deadline) throw new Error(`${variant.name} did not come to rest`)
          const asked = Date.now()
          await pause(POLL)
          const next = await readMetrics()
          if (underway || next.task - last.task > QUIET_WORK * rate) quiet = 0
          else if (Date.now() - asked < SLOW_POLL) quiet++
          last = next
        }
        return { cpu: last.task * 1_000, script: last.script * 1_000 }
      },
      /** MB of JavaScript heap in use after a garbage collection. */
      async readHeap() {
        await cdp.send('HeapProfiler.collectGarbage')
        return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6
      },
      painted: () =>
        within(
          page.evaluate(() => window.probe.painted),
          `${variant.name} paints no button`,
        ),
      untilUsable: () =>
        within(
          page.evaluate(() => window.probe.usable),
          `${variant.name} shows no list`,
        ),
    })
  } finally {
    await context.close()
  }
}

/** The words of an idle button. */
const IDLE = 'Connect wallet'

/**
 * Opens a page in a new profile, whose visitor has connected on an earlier page.
 *
 * @param end the end of the metric's name
 * @returns when the account was shown, in ms; what was fetched until then; frames with the idle button; layout shift
 */
export async function visitReturning(
  { browser, server, returningProbe, relayFiles },
  { page: { name }, stored, rate, isSlowLine },
  end,
) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    await context.addInitScript({
      content: `for (const [key, text] of Object.entries(${JSON.stringify(stored)})) localStorage.setItem(key, text);${returningProbe}`,
    })
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate })
    if (isSlowLine) {
      await cdp.send('Network.enable')
      await cdp.send('Network.emulateNetworkConditions', SLOW_LINE)
    }
    server.compress(isSlowLine)
    await page.goto(`${server.origin}/${name}/1`, { waitUntil: 'commit' })
    const shown = await within(
      page.evaluate(() => window.returning.shown),
      `${name} shows no account`,
    )
    // The browser lists a file once it is there.
    await page.waitForLoadState('networkidle')
    const { said, shift, files } = await page.evaluate(() => ({
      said: window.returning.said,
      shift: window.returning.shift(),
      files: [...new Set(window.returning.files())],
    }))
    return {
      [`shown${end}`]: shown,
      filesToAccount: files,
      relayFiles: files.filter((file) => relayFiles.includes(file)),
      idle: said.filter((text) => text === IDLE).length,
      shift,
    }
  } finally {
    await context.close()
  }
}
