import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stopClock } from '../counterparts/page-clock.js'
import { type PageServer, startPageServer } from '../counterparts/servers.js'
import { connect, logIn, press, useWebWallet } from '../counterparts/web-wallet-host/bench.js'

const bench = useWebWallet()
const LOADED = 'TRPC_BROWSER::POPUP_LOADED'
const THIEF = `0x${'666'.padStart(64, '0')}`

let evil: PageServer
beforeAll(async () => {
  evil = await startPageServer()
})
afterAll(() => evil?.stop())

/** A page that answers everything as if it were the wallet, and stores what it receives. */
const thiefPage = (to: string) => `<!doctype html><title>Thief</title><script>
  const heard = (window.heard = [])
  const data = { account: ['${THIEF}'], chainId: 'SN_SEPOLIA' }
  const post = (message) => ${to}?.postMessage(message, '*')
  addEventListener('message', (event) => {
    heard.push(JSON.stringify(event.data))
    const id = event.data?.trpc?.id
    if (id !== undefined) post({ trpc: { id, result: { type: 'data', data } } })
  })
  const flood = () => {
    post('${LOADED}')
    for (let id = 0; id < 200; id++) post({ trpc: { id, result: { type: 'data', data } } })
  }
  flood()
  setInterval(flood, 20)
</script>`

const count = (type: string, listeners: Record<string, number>) => listeners[`window ${type}`] ?? 0
/** Our windows, frames, timers and listeners that are still alive. */
async function readLeft() {
  const { listeners, timeouts, intervals } = await bench.visit.ledger()
  return {
    windows: bench.visit.context.pages().length - 1,
    frames: await bench.visit.page.locator('dialog').count(),
    pagehide: count('pagehide', listeners),
    timeouts,
    intervals,
  }
}
const NOTHING = { windows: 0, frames: 0, pagehide: 0, timeouts: 0, intervals: 0 }

const account = (value: unknown) => (value as { wallet: { account: string } }).wallet.account

describe('a stranger’s message', () => {
  it('from another frame is ignored in popup mode (D01)', async () => {
    const frame = evil.page('/thief', thiefPage('parent'))
    const visit = await bench.open({ html: `<iframe src="${frame}"></iframe>` })
    const popup = await visit.open('connect')
    await popup.getByLabel('E-mail').waitFor()
    await visit.page.waitForTimeout(300)
    expect(await visit.outcomes()).toEqual([])
    await logIn(popup)
    expect(account((await visit.next()).value)).not.toBe(THIEF)
    expect(visit.wire.every(({ at }) => at.startsWith(bench.host.origin))).toBe(true)
    expect(visit.errors).toEqual([])
  })

  it('from another frame is ignored in iframe mode (D01)', async () => {
    const frame = evil.page('/thief', thiefPage('parent'))
    const visit = await bench.open({
      html: `<iframe src="${frame}"></iframe>`,
      config: { webWalletMode: 'iframe' },
    })
    await visit.click('connect')
    await logIn(visit.page.frameLocator('iframe[title="Wallet"]'))
    expect(account((await visit.next()).value)).not.toBe(THIEF)
  })

  it('from the right origin but another window is ignored, even with the right id (D02)', async () => {
    bench.host.server.page('/twin', '<!doctype html><title>Twin</title>')
    const visit = await bench.open({ html: `<iframe src="${bench.host.origin}/twin"></iframe>` })
    const popup = await visit.open('connect')
    await popup.getByLabel('E-mail').waitFor()
    await expect.poll(() => visit.wire.length).toBe(1)
    const { id } = visit.wire[0] as { id: number }
    const twin = visit.page.frames().find((one) => one.url().endsWith('/twin'))
    await twin?.evaluate(
      ([request, thief]) => {
        const data = { account: [thief], chainId: 'SN_SEPOLIA' }
        parent.postMessage({ trpc: { id: request, result: { type: 'data', data } } }, '*')
      },
      [id, THIEF] as const,
    )
    // A script of the page itself can claim any source and origin.
    await visit.page.evaluate(
      ([request, thief, origin]) => {
        const data = { trpc: { id: request, result: { type: 'data', data: { account: [thief] } } } }
        dispatchEvent(new MessageEvent('message', { data, origin, source: window }))
      },
      [id, THIEF, bench.host.origin] as const,
    )
    await logIn(popup)
    expect(account((await visit.next()).value)).not.toBe(THIEF)
  })

  it('from a script that has replaced the page’s own built-ins is ignored (Y10)', async () => {
    const visit = await bench.open()
    await visit.page.evaluate(
      ([origin, thief, loaded]) => {
        let handle: unknown
        const listeners: ((event: unknown) => void)[] = []
        const { addEventListener, open } = window
        // Each request then has an id that the script knows.
        crypto.getRandomValues = (array) => (array as unknown as Uint32Array).fill(7) as never
        Object.assign(window, {
          open: (...args: Parameters<typeof open>) => (handle = open.apply(window, args)),
          addEventListener(...[type, listener, options]: Parameters<typeof addEventListener>) {
            if (type === 'message') listeners.push(listener as never)
            addEventListener.call(window, type, listener, options)
          },
        })
        const id = 7 * 2 ** 32 + 7
        const data = {
          trpc: { id, result: { type: 'data', data: { account: [thief], chainId: 'SN_SEPOLIA' } } },
        }
        const real = new MessageEvent('message', { data, origin, source: null })
        setInterval(() => {
          for (const said of [loaded, data]) {
            const forged = { type: 'message', isTrusted: true, origin, source: handle, ports: [], data: said }
            const posing = new Proxy(real, { get: (_, key) => Reflect.get(forged, key) })
            for (const listener of listeners) for (const event of [forged, posing]) listener(event)
          }
        }, 20)
      },
      [bench.host.origin, THIEF, LOADED] as const,
    )
    const popup = await visit.open('connect')
    await logIn(popup)
    expect(account((await visit.next()).value)).not.toBe(THIEF)
  })
})

describe('a popup that navigates to another origin', () => {
  it('receives nothing, is not trusted, and is closed after 15 s (D03, D04)', async () => {
    const thief = evil.page('/thief', thiefPage('opener'))
    bench.host.server.route('/interstitialLogin', { status: 302, headers: { location: thief } })
    const visit = await bench.open({ prepare: (page) => page.clock.install() })
    await stopClock(visit.page)
    const popup = await visit.open('connect')
    await popup.waitForURL(/thief/)
    await visit.page.clock.runFor(2_000)
    expect(await visit.outcomes()).toEqual([])
    const heard = await popup.evaluate(() => (window as unknown as { heard: string[] }).heard)
    expect(heard).toEqual([])
    await visit.page.clock.runFor(13_000)
    expect(await visit.next()).toMatchObject({
      code: 'popup_load_timeout',
      message: 'The wallet window did not load in time. Check the connection and try again.',
    })
    await expect.poll(() => popup.isClosed()).toBe(true)
    expect(visit.wire).toEqual([])
  })

  it('after it has loaded receives nothing more (D03)', async () => {
    const visit = await bench.open()
    await connect(visit)
    const thief = evil.page('/thief', thiefPage('opener'))
    const popup = await visit.open('sign')
    await popup.getByRole('button', { name: 'Sign' }).waitFor()
    await popup.goto(thief)
    await visit.page.waitForTimeout(200)
    expect(await visit.outcomes()).toHaveLength(1)
    expect(await popup.evaluate(() => (window as unknown as { heard: string[] }).heard)).toEqual([])
    await popup.close()
    expect((await visit.next()).code).toBe('popup_closed')
  })
})

describe('a blocked popup', () => {
  it.each([
    ['returns null', () => Object.assign(window, { open: () => null })],
    [
      'throws',
      () =>
        Object.assign(window, {
          open() {
            throw new Error('no')
          },
        }),
    ],
  ] as const)('that %s is reported, and the next click opens it (D05)', async (_, block) => {
    const visit = await bench.open()
    await visit.page.evaluate(() => Object.assign(window, { nativeOpen: window.open }))
    await visit.page.evaluate(block)
    await visit.click('connect')
    expect(await visit.next()).toMatchObject({ code: 'popup_blocked', message: 'Could not open popup' })
    expect(await readLeft()).toEqual(NOTHING)
    await visit.page.evaluate(() =>
      Object.assign(window, { open: (window as unknown as { nativeOpen: unknown }).nativeOpen }),
    )
    await connect(visit)
    expect(visit.errors).toEqual([])
  })

  it('is reported when the browser itself blocks it without a click', async () => {
    const visit = await bench.open()
    await visit.page.evaluate(() => {
      const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'connect')
      // The driver's own call counts as a click for some seconds.
      setTimeout(() => button?.click(), 6_000)
    })
    expect((await visit.next()).code).toBe('popup_blocked')
    expect(await readLeft()).toEqual(NOTHING)
  })
})

describe('the first click on the e-mail wallet', () => {
  it('opens the window in its own task, before the connector’s parts are loaded (D06)', async () => {
    const visit = await bench.open()
    const release = bench.dapps.holdChunks()
    try {
      const isOpened = await visit.page.evaluate(() => {
        const native = window.open
        let opened = false
        Object.assign(window, {
          open(...args: unknown[]) {
            opened = true
            return (native as (...args: unknown[]) => unknown)(...args)
          },
        })
        const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'connect')
        button?.click()
        // The task ends with its microtasks; a message belongs to the next task.
        return new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(opened)
          port2.postMessage(null)
        })
      })
      expect(isOpened).toBe(true)
      const popup = visit.context.pages()[1] ?? (await visit.context.waitForEvent('page'))
      // Its load signal comes before any listener of ours except the first one.
      await popup.getByRole('heading', { name: 'Waiting for the site' }).waitFor()
      release()
      await logIn(popup)
      expect((await visit.next()).code).toBe(undefined)
    } finally {
      release()
    }
  })
})

describe('a popup that is closed', () => {
  // The driver learns about a window only when it has loaded something. The page's own handle closes a window that
  // never loads.
  const keepHandle = () => {
    const native = window.open
    Object.assign(window, {
      open(...args: unknown[]) {
        const handle = (native as (...args: unknown[]) => unknown)(...args)
        Object.assign(window, { handle })
        return handle
      },
    })
  }
  // Chromium does not close a window that changes its page at that moment, so we repeat the call until it has.
  const closeHandle = () =>
    bench.visit.page.evaluate(async () => {
      const { handle } = window as unknown as { handle: Window }
      for (let looks = 0; looks < 3; looks = handle.closed ? looks + 1 : 0) {
        handle.close()
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })
  const expectClosed = async (close: () => Promise<unknown>) => {
    const { visit } = bench
    await close()
    expect((await visit.next()).code).toBe('popup_closed')
    await expect.poll(readLeft).toEqual(NOTHING)
    expect(visit.errors).toEqual([])
  }

  it('before it has loaded anything is reported (D07)', async () => {
    bench.host.server.route('/interstitialLogin', { hang: true })
    const visit = await bench.open({ initScripts: [keepHandle] })
    await visit.click('connect')
    await expectClosed(closeHandle)
  })

  it('before the connector’s own code has loaded is reported, and no other window replaces it (D07)', async () => {
    const visit = await bench.open()
    const release = bench.dapps.holdChunks()
    const popup = await visit.open('connect')
    await popup.getByRole('heading', { name: 'Waiting for the site' }).waitFor()
    await popup.close()
    await expectClosed(async () => release())
    expect(visit.requests.filter((url) => url.endsWith('/interstitialLogin'))).toHaveLength(1)
  })

  it('before the login is reported, and the next click opens a new one (D07)', async () => {
    const visit = await bench.open()
    const popup = await visit.open('connect')
    await popup.getByLabel('E-mail').waitFor()
    await expectClosed(() => popup.close())
    await connect(visit)
  })

  it('during a review, or after the approval and before the reply, is reported (D07)', async () => {
    const visit = await bench.open()
    await connect(visit)
    const review = await visit.open('execute')
    await review.getByRole('button', { name: 'Approve' }).waitFor()
    await expectClosed(() => review.close())
    bench.host.settings.silent = ['addInvokeTransaction']
    const silent = await visit.open('execute')
    await silent.getByRole('heading', { name: 'Waiting for the site' }).waitFor()
    await expectClosed(() => silent.close())
  })

  it('during a session transaction, or while that never loads, leaves no hidden window (D21)', async () => {
    bench.host.settings.dialect = 'v1'
    bench.host.settings.silent = ['execute']
    const visit = await bench.open({ initScripts: [keepHandle] })
    await connect(visit)
    const silent = await visit.open('executeSession')
    await expectClosed(() => silent.close())
    bench.host.server.route('/executeSessionTx', { hang: true })
    await visit.click('executeSession')
    await expectClosed(closeHandle)
    await visit.click('executeSession')
    await visit.click('disconnect')
    // The wallet has not got it.
    expect((await visit.next()).code).toBe('user_rejected')
    await expect.poll(() => visit.context.pages().length).toBe(1)
  })

  it('by its own page is reported when the page goes away (D21)', async () => {
    const visit = await bench.open()
    const popup = await visit.open('connect')
    await visit.page.goto('about:blank')
    await expect.poll(() => popup.isClosed()).toBe(true)
  })
})

describe('a popup that never loads', () => {
  it('is closed after 15 s, and has received nothing (D08, D09)', async () => {
    bench.host.server.page('/interstitialLogin', '<!doctype html><title>Slow</title>')
    const visit = await bench.open({ prepare: (page) => page.clock.install() })
    await stopClock(visit.page)
    const popup = await visit.open('connect')
    await popup.waitForLoadState()
    await visit.page.clock.runFor(14_500)
    expect(await visit.outcomes()).toEqual([])
    await visit.page.clock.runFor(700)
    expect((await visit.next()).code).toBe('popup_load_timeout')
    await expect.poll(() => popup.isClosed()).toBe(true)
    expect(visit.wire).toEqual([])
    expect(visit.errors).toEqual([])
  })
})

describe('an invalid answer of the e-mail wallet', () => {
  it('connects nothing, whatever is wrong with it (D10)', async () => {
    const visit = await bench.open()
    const cases = [
      null,
      'yes',
      { account: ['0xzz'], chainId: 'SN_SEPOLIA' },
      { account: ['0x0'] },
      { account: { 0: THIEF } },
      { account: [THIEF], chainId: 7 },
      // As large as a message can be expected to be (D23).
      { account: [`0x${'6'.repeat(20_000_000)}`] },
    ]
    for (const answer of cases) {
      bench.host.settings.answers = { connectWebwallet: answer }
      const popup = await visit.open('connect')
      await (visit.wire.length ? press(popup, 'Connect') : logIn(popup))
      expect((await visit.next()).code, JSON.stringify(answer)?.slice(0, 60)).toBe('wallet_malformed')
    }
    expect(await visit.events()).toEqual(cases.map(() => 'error wallet_malformed'))
    await expect.poll(readLeft).toEqual(NOTHING)
    expect(visit.errors).toEqual([])
  })

  it('has no effect when it cannot even be read, or is 20 MB of nothing (D23)', async () => {
    const visit = await bench.open()
    const popup = await visit.open('connect')
    await popup.getByLabel('E-mail').waitFor()
    await popup.evaluate(() => {
      const opener = window.opener as Window
      opener.postMessage('x'.repeat(20_000_000), '*')
      opener.postMessage({ trpc: 'x'.repeat(20_000_000) }, '*')
    })
    await visit.page.evaluate((origin) => {
      const trap = () => {
        throw new Error('read')
      }
      const data = Object.defineProperty({}, 'trpc', { get: trap, enumerable: true })
      const proxy = new Proxy({}, { get: trap, has: trap, getPrototypeOf: trap })
      for (const one of [data, proxy]) dispatchEvent(new MessageEvent('message', { data: one, origin }))
    }, bench.host.origin)
    await logIn(popup)
    expect((await visit.next()).code).toBe(undefined)
    expect(visit.errors).toEqual([])
  })

  it('counts only once for two replies, and ports that come with it are closed (D11, D23)', async () => {
    bench.host.server.page(
      '/interstitialLogin',
      `<!doctype html><title>Twice</title><script>
        const reply = (id, account, ports = []) =>
          opener.postMessage({ trpc: { id, result: { type: 'data', data: { account: [account], chainId: 'SN_SEPOLIA' } } } }, '*', ports)
        addEventListener('message', ({ data }) => {
          const { port1, port2 } = new MessageChannel()
          window.portClosed = new Promise((resolve) => (port1.onclose = () => resolve(true)))
          reply(12345, '${THIEF}', [port2])
          reply(data.trpc.id, '0x1')
          reply(data.trpc.id, '${THIEF}')
        })
        opener.postMessage('${LOADED}', '*')
      </script>`,
    )
    const visit = await bench.open()
    await visit.click('connect')
    expect(BigInt(account((await visit.next()).value))).toBe(1n)
    expect(await visit.events()).toEqual(['connected'])
    expect(visit.errors).toEqual([])
  })
})

describe('two requests at once to the e-mail wallet', () => {
  it('are made one after another in the same window for one wallet (D12, D26)', async () => {
    const visit = await bench.open()
    await connect(visit)
    const popup = await visit.open('signBoth')
    await popup.getByText('"one"').waitFor()
    await press(popup, 'Sign')
    await popup.getByText('"two"').waitFor()
    expect(visit.context.pages()).toHaveLength(2)
    await press(popup, 'Sign')
    expect((await visit.next()).value).toEqual([expect.any(Array), expect.any(Array)])
    expect(visit.wire.filter(({ path }) => path === 'signTypedData')).toHaveLength(2)
  })

  it('have their own windows for two buttons, and each gets its own answer (D12)', async () => {
    const visit = await bench.open()
    const first = await visit.open('connect')
    const [second] = await Promise.all([visit.context.waitForEvent('page'), visit.click('connect2')])
    await logIn(second, 'second@example.com')
    const two = await visit.next()
    await press(first, 'Reject').catch(() => {})
    const one = await visit.next()
    expect(two).toMatchObject({ name: 'connect2', value: { wallet: {} } })
    expect(one).toMatchObject({ name: 'connect', code: 'user_rejected' })
    expect(new Set(visit.wire.map(({ id }) => id)).size).toBe(visit.wire.length)
  })
})

describe('a frame of the e-mail wallet', () => {
  const framed = { webWalletMode: 'iframe' }

  it('is replaced by a popup within 2 s when the host refuses it (D13)', async () => {
    const headers = { 'x-frame-options': 'DENY', 'content-security-policy': "frame-ancestors 'none'" }
    bench.host.server.page('/iframes/comms', '<!doctype html>', { headers })
    const visit = await bench.open({ config: framed, prepare: (page) => page.clock.install() })
    await stopClock(visit.page)
    const opening = visit.open('connect')
    await visit.page.locator('iframe').waitFor({ state: 'attached' })
    await visit.page.clock.runFor(2_000)
    const popup = await opening
    await visit.page.clock.resume()
    await logIn(popup)
    expect((await visit.next()).code).toBe(undefined)
    expect(await visit.page.locator('iframe').count()).toBe(0)
    await visit.click('disconnect')
    await visit.next()
    await press(await visit.open('connect'), 'Connect')
    expect((await visit.next()).code).toBe(undefined)
    expect(visit.errors).toEqual([])
  })

  it('is replaced by a popup when the page’s own policy forbids it (D13)', async () => {
    const visit = await bench.open({
      config: framed,
      headers: { 'content-security-policy': "frame-src 'none'" },
    })
    await logIn(await visit.open('connect'))
    expect((await visit.next()).code).toBe(undefined)
    expect(await visit.page.locator('iframe').count()).toBe(0)
  })

  it('is removed after 15 s when it never loads, and the popup then needs a click (D14)', async () => {
    bench.host.server.route('/iframes/comms', { hang: true })
    const visit = await bench.open({ config: framed, prepare: (page) => page.clock.install() })
    await stopClock(visit.page)
    await visit.click('connect')
    await visit.page.locator('iframe').waitFor({ state: 'attached' })
    await visit.page.clock.runFor(15_200)
    await expect.poll(() => visit.page.locator('iframe').count()).toBe(0)
    await expect.poll(async () => (await visit.outcomes()).length + visit.context.pages().length).toBe(2)
    expect(visit.errors).toEqual([])
  })

  it('stays within the viewport, whatever size it requests (D18)', async () => {
    bench.host.settings.updates = [
      { action: 'updateSize', width: 1e9, height: 1e9 },
      { action: 'updateSize', width: -1, height: Number.NaN },
      { action: 'updateSize', width: '5px', height: {} },
      { action: 'explode' },
      null,
    ]
    bench.host.settings.dialect = 'v3'
    bench.host.settings.silent = ['connectWebwallet']
    const visit = await bench.open({ config: framed })
    await visit.click('connect')
    await visit.page.locator('iframe').waitFor({ state: 'attached' })
    const size = () =>
      visit.page.locator('iframe').evaluate((frame) => {
        const { width, height } = frame.style
        return [width, height, `${innerWidth}px`, `${innerHeight - 36}px`]
      })
    await expect.poll(async () => (await size())[0]).toBe('1280px')
    const [width, height, wide, high] = await size()
    expect([width, height]).toEqual([wide, high])
    expect(visit.errors).toEqual([])
  })

  it('cannot navigate the page around it (D19)', async () => {
    bench.host.server.page(
      '/iframes/comms',
      `<!doctype html><script>try { top.location = '${evil.origin}/gone' } catch {}</script>`,
    )
    const visit = await bench.open({ config: framed })
    const { url } = { url: visit.page.url() }
    await visit.click('connect')
    await visit.page.locator('iframe').waitFor({ state: 'attached' })
    await visit.page.waitForTimeout(500)
    expect(visit.page.url()).toBe(url)
  })

  it('ends its requests when it navigates away, and gets new requests when it is back (Y15)', async () => {
    const visit = await bench.open({ config: { webWalletMode: 'iframe' } })
    await visit.click('connect')
    await logIn(visit.page.frameLocator('iframe[title="Wallet"]'))
    await visit.next()
    const wallet = () => visit.page.frames().find((one) => one.url().startsWith(bench.host.origin))
    await visit.click('sign')
    const sign = visit.page.frameLocator('iframe[title="Wallet"]').getByRole('button', { name: 'Sign' })
    await sign.waitFor()
    const address = wallet()?.url() ?? ''
    await wallet()?.evaluate((href) => {
      location.href = href
    }, `${address}?again`)
    expect((await visit.next()).code).toBe('popup_closed')
    await visit.click('sign')
    await sign.click()
    expect((await visit.next()).value).toBeTruthy()
  })

  it('ends its request when a script of the page removes it', async () => {
    const visit = await bench.open({ config: framed })
    await visit.click('connect')
    await visit.page.frameLocator('iframe').getByLabel('E-mail').waitFor()
    await visit.page.locator('iframe').evaluate((frame) => frame.remove())
    expect((await visit.next()).code).toBe('popup_closed')
    await expect.poll(readLeft).toEqual(NOTHING)
  })
})

describe('a page that is cut off from its popups', () => {
  it.each(['same-origin', 'same-origin; report-to="x"'])(
    'learns within 2 s what to change in Cross-Origin-Opener-Policy %s (D15)',
    async (policy) => {
      const visit = await bench.open({
        headers: { 'cross-origin-opener-policy': policy },
        prepare: (page) => page.clock.install(),
      })
      await stopClock(visit.page)
      const popup = visit.page.context().waitForEvent('page')
      await visit.click('connect')
      // The wallet's page is what cuts the window off.
      await (await popup).waitForURL(/^http/)
      // Two looks at the window; what comes after them waits for the page's own headers only.
      await visit.page.clock.runFor(300)
      const outcome = await visit.next()
      expect(outcome.code).toBe('popup_isolated')
      expect(outcome.message).toContain('Cross-Origin-Opener-Policy')
      expect(outcome.message).toContain('same-origin-allow-popups')
    },
  )

  it.each(['same-origin-allow-popups', 'noopener-allow-popups'])('is not cut off with %s', async (policy) => {
    const visit = await bench.open({ headers: { 'cross-origin-opener-policy': policy } })
    await connect(visit)
    expect(visit.errors).toEqual([])
  })
})

it('the e-mail wallet sends requests only to its host and the node (D25)', async () => {
  const visit = await bench.open({ config: { webWalletMode: 'iframe' } })
  await visit.click('connect')
  await logIn(visit.page.frameLocator('iframe'))
  await visit.next()
  const known = [bench.host.origin, bench.node.url, bench.dapps.server.origin]
  expect(visit.requests.filter((url) => !known.some((origin) => url.startsWith(origin)))).toEqual([])
})
