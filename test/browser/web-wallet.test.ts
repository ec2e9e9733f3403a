import { describe, expect, it } from 'vitest'
import { starknetKeccak, toHex } from '../../src/testing/starknet/hash.js'
import { hashTypedData } from '../../src/testing/starknet/typed-data-hash.js'
import { ETH_TOKEN } from '../counterparts/starknet-node.js'
import { connect, logIn, press, SEPOLIA, useWebWallet } from '../counterparts/web-wallet-host/bench.js'

const bench = useWebWallet()

/** Whether the account's contract accepts a signature (SNIP-6). */
function isValid(account: string, typedData: unknown, signature: string[]): boolean {
  const hash = hashTypedData(typedData as never, account)
  const selector = toHex(starknetKeccak('is_valid_signature'))
  const answer = bench.node.chain.call(toHex(BigInt(account)), selector, [
    toHex(hash),
    toHex(BigInt(signature.length)),
    ...signature,
  ])
  return answer[0] === '0x56414c4944'
}

const wireOf = (path: string) => bench.visit.wire.filter((seen) => seen.path === path)
const sizeOf = (features: string) => /width=(\d+),height=(\d+)/.exec(features)?.slice(1).map(Number)

/** What is left on the page, without the driver's own listeners. */
async function readLeft() {
  const { listeners, timeouts, intervals, storageKeys } = await bench.visit.ledger()
  const count = (type: string) => listeners[`window ${type}`] ?? 0
  return { message: count('message'), pagehide: count('pagehide'), timeouts, intervals, storageKeys }
}

/** Records the arguments of `window.open`. */
function keepFeatures(): void {
  const opened: unknown[] = []
  const native = window.open
  Object.assign(window, {
    opened,
    open(...args: unknown[]) {
      opened.push(args)
      return (native as (...args: unknown[]) => unknown)(...args)
    },
  })
}
const opened = () =>
  bench.visit.page.evaluate(() => (window as unknown as { opened: [string, string, string][] }).opened)

describe.each([
  ['v1', 'enable', 'signMessage', 'execute'],
  ['v3', 'connectWebwallet', 'signTypedData', 'addInvokeTransaction'],
] as const)('an e-mail wallet host of dialect %s, in popups', (dialect, connecting, signing, executing) => {
  it('logs in, signs valid signatures, executes to a receipt, and disconnects with nothing left (D04, D19, D20)', async () => {
    bench.host.settings.dialect = dialect
    const visit = await bench.open({ initScripts: [keepFeatures] })
    const before = await readLeft()
    const account = await connect(visit)
    expect(wireOf(connecting)).toHaveLength(1)
    bench.node.chain.setBalance(ETH_TOKEN, toHex(BigInt(account)), 100n)

    await press(await visit.open('sign'), 'Sign')
    const { value: signature } = await visit.next()
    const sent = wireOf(signing)[0]?.input as [{ types: { Order: unknown[] } }]
    expect(sent[0].types.Order).toContainEqual({ name: 'tree', type: 'merkletree', contains: 'Leaf' })
    expect(isValid(account, sent[0], signature as string[])).toBe(true)

    await press(await visit.open('execute'), 'Approve')
    expect((await visit.next()).code).toBe(undefined)
    expect(wireOf(executing)).toHaveLength(1)
    await visit.click('receipt')
    expect((await visit.next()).value).toMatchObject({ status: 'accepted' })
    expect(bench.node.chain.getBalance(ETH_TOKEN, toHex(BigInt(account)))).toBe(95n)

    await visit.click('disconnect')
    await visit.next()
    expect(await visit.events()).toEqual(['connected', 'disconnected'])
    await expect.poll(() => visit.context.pages().length).toBe(1)
    await expect.poll(readLeft).toEqual(before)
    expect(visit.errors).toEqual([])
    expect(visit.console).toEqual([])
    const origins = [bench.host.origin, bench.dapps.server.origin, bench.node.url]
    expect(visit.requests.filter((url) => !origins.some((origin) => url.startsWith(origin)))).toEqual([])

    const routes = (await opened()).map(([url, , features]) => [new URL(url).pathname, sizeOf(features)])
    expect(routes).toEqual([
      ['/interstitialLogin', [886, 562]],
      ['/signMessage', [385, 440]],
      ['/review', [385, 775]],
    ])
  })

  it('fails with the visitor’s own refusal', async () => {
    bench.host.settings.dialect = dialect
    const visit = await bench.open()
    await press(await visit.open('connect'), 'Reject')
    expect(await visit.next()).toMatchObject({ code: 'user_rejected', message: 'User rejected request' })
    await connect(visit)
    await press(await visit.open('execute'), 'Reject')
    expect(await visit.next()).toMatchObject({ code: 'user_rejected' })
    expect(wireOf(executing)).toHaveLength(1)
  })

  it('ends the session once when the visitor has logged out there (D24)', async () => {
    bench.host.settings.dialect = dialect
    const visit = await bench.open()
    await connect(visit)
    await press(await visit.open('sign'), 'Log out')
    const popup = visit.context.pages()[1]
    if (popup) await press(popup, 'Reject')
    expect((await visit.next()).code).toBe('user_rejected')
    await visit.click('sign')
    expect((await visit.next()).code).toBe('session_ended')
    await expect
      .poll(() => visit.events())
      .toEqual(['connected', 'error user_rejected', 'error session_ended', 'disconnected'])
  })
})

describe('the older dialect of the e-mail wallet', () => {
  it('sends a session transaction from a hidden window, with options and ABIs (D20, D21)', async () => {
    bench.host.settings.dialect = 'v1'
    const visit = await bench.open({ initScripts: [keepFeatures] })
    const account = await connect(visit)
    bench.node.chain.setBalance(ETH_TOKEN, toHex(BigInt(account)), 100n)
    await visit.click('executeSession')
    expect((await visit.next()).value).toMatchObject({ transactionHash: expect.stringMatching(/^0x/) })
    const [url, , features] = (await opened()).at(-1) as [string, string, string]
    const below = await visit.page.evaluate(() => screen.availHeight + 10)
    expect(new URL(url).pathname).toBe('/executeSessionTx')
    expect(features).toContain(`width=1,height=1,left=0,top=${below},`)
    expect(bench.node.chain.getBalance(ETH_TOKEN, toHex(BigInt(account)))).toBe(98n)

    await press(await visit.open('executeAbis'), 'Approve')
    expect((await visit.next()).value).toHaveProperty('transaction_hash')
    expect(wireOf('execute').at(-1)?.input).toMatchObject([
      [{ entrypoint: 'transfer' }],
      [[{ type: 'function' }]],
      { maxFee: '0x38d7ea4c68000' },
    ])
    await expect.poll(() => visit.context.pages().length).toBe(1)
  })
})

describe('choosing the dialect of the e-mail wallet', () => {
  it('falls back to the older one in the same window only for the exact answer of a host that lacks the newer', async () => {
    bench.host.settings.dialect = 'v1'
    const visit = await bench.open()
    const before = visit.context.pages().length
    await connect(visit)
    expect(before).toBe(1)
    const paths = visit.wire.map(({ path }) => path)
    expect(paths).toEqual(['connectWebwallet', 'enable'])
  })

  it('does not fall back for any other answer, and never sends a transaction twice', async () => {
    const visit = await bench.open()
    await press(await visit.open('connect'), 'Reject')
    await visit.next()
    expect(visit.wire.map(({ path }) => path)).toEqual(['connectWebwallet'])
    await connect(visit)
    // The host no longer knows the procedure, as after a rollback.
    bench.host.settings.dialect = 'v1'
    await visit.click('execute')
    expect(await visit.next()).toMatchObject({
      code: 'execute_failed',
      message: 'Error while execute a transaction',
    })
    expect(wireOf('addInvokeTransaction')).toHaveLength(1)
    expect(wireOf('execute')).toHaveLength(0)
  })

  it('asks for deployment data in the newer one', async () => {
    const visit = await bench.open({ initScripts: [keepFeatures] })
    const account = await connect(visit)
    // An open window would be reused for it and keep its size.
    await expect.poll(() => visit.context.pages()).toHaveLength(1)
    await visit.click('deployment')
    expect((await visit.next()).value).toMatchObject({ address: toHex(BigInt(account)), version: 1 })
    expect(sizeOf((await opened()).at(-1)?.[2] ?? '')).toEqual([775, 385])
  })
})

describe('a request that is checked before a window opens', () => {
  const REFUSED = {
    executeBad: ['request_invalid', 'The short string cannot exceed 31 characters'],
    signBad: ['request_invalid', 'typed data: primaryType is not one of the types'],
    addBad: ['request_invalid', 'addChain: chainName is missing or not valid'],
    watchBad: ['request_invalid', 'watchAsset: type is missing or not valid'],
    add: ['not_implemented', 'not implemented'],
    switch: ['not_implemented', 'not implemented'],
    watch: ['not_implemented', 'not implemented'],
    unknown: ['not_implemented', 'not implemented'],
    subscribe: ['no_iframe', 'subscription is not supported without an iframe window'],
    onStrange: ['unsupported_event', 'Unknwown event'],
    enableV5: ['not_implemented', 'not implemented'],
    enableNone: ['not_implemented', 'not implemented'],
    enableV6: ['request_invalid', 'starknetVersion must be v4 or v5'],
  }

  it('is refused with its own code, and opens no window (D16, D17, J09)', async () => {
    const visit = await bench.open({ initScripts: [keepFeatures] })
    await connect(visit)
    const seen: Record<string, unknown[]> = {}
    for (const name of Object.keys(REFUSED)) {
      await visit.click(name)
      const { code, message } = await visit.next()
      seen[name] = [code, message]
    }
    expect(seen).toEqual(REFUSED)
    expect(await opened()).toHaveLength(1)
  })

  it('returns the account without a window for enable of v4 (J09)', async () => {
    const visit = await bench.open()
    const account = await connect(visit)
    await visit.click('enableV4')
    expect((await visit.next()).value).toEqual([account])
  })

  it('opens nothing for a host that is neither https nor on this machine', async () => {
    const visit = await bench.open({
      config: { webWalletUrl: 'http://wallet.example' },
      initScripts: [keepFeatures],
    })
    await visit.click('connect')
    expect((await visit.next()).code).toBe('config_invalid')
    expect(await opened()).toEqual([])
  })
})

describe('an e-mail wallet session in popup mode', () => {
  it('is not restored after a reload, and no window opens on page load', async () => {
    const visit = await bench.open({ initScripts: [keepFeatures] })
    await connect(visit)
    await visit.page.reload()
    await visit.click('restore')
    await expect
      .poll(() =>
        visit.page.evaluate(
          () => (window as never as { dapp: { outcomes: unknown[] } }).dapp.outcomes.length,
        ),
      )
      .toBe(1)
    expect(await opened()).toEqual([])
    expect(await visit.page.evaluate(() => Object.keys(localStorage))).toEqual([])
  })

  it('is reconnected by one click when the visitor is still logged in there', async () => {
    const visit = await bench.open()
    const account = await connect(visit)
    await visit.click('disconnect')
    await visit.next()
    await press(await visit.open('connect'), 'Connect')
    expect((await visit.next()).value).toMatchObject({ wallet: { account } })
  })
})

describe('a framed e-mail wallet', () => {
  const frameOf = () => bench.visit.page.frameLocator('iframe[title="Wallet"]')

  it.each([
    ['v1', true],
    ['v3', true],
    ['v1', false],
    ['v3', false],
  ] as const)(
    'of dialect %s logs in, signs and executes in the page; load signal: %s',
    async (dialect, signals) => {
      Object.assign(bench.host.settings, { dialect, signalsFrame: signals })
      const visit = await bench.open({ config: { webWalletMode: 'iframe' } })
      const before = await readLeft()
      await visit.click('connect')
      await logIn(frameOf())
      const { value } = await visit.next()
      const { account } = (value as { wallet: { account: string } }).wallet
      bench.node.chain.setBalance(ETH_TOKEN, toHex(BigInt(account)), 100n)
      await expect.poll(() => visit.page.locator('dialog').isVisible()).toBe(false)

      await visit.click('sign')
      await press(frameOf(), 'Sign')
      const sent = (wireOf(dialect === 'v1' ? 'signMessage' : 'signTypedData')[0]?.input as unknown[])[0]
      expect(isValid(account, sent, (await visit.next()).value as string[])).toBe(true)

      await visit.click('execute')
      await press(frameOf(), 'Approve')
      await visit.next()
      await visit.click('receipt')
      expect((await visit.next()).value).toMatchObject({ status: 'accepted' })
      await visit.click('subscribe')
      expect((await visit.next()).value).toBe('function')

      await visit.click('disconnect')
      await visit.next()
      expect(await visit.page.locator('iframe, dialog').count()).toBe(0)
      await expect.poll(readLeft).toEqual(before)
      expect(visit.context.pages()).toHaveLength(1)
      expect(visit.errors).toEqual([])
      expect(visit.console).toEqual([])
    },
  )

  it.each(['v1', 'v3'] as const)(
    'of dialect %s is restored after a reload, and shows nothing',
    async (dialect) => {
      bench.host.settings.dialect = dialect
      const visit = await bench.open({ config: { webWalletMode: 'iframe' } })
      await visit.click('connect')
      await logIn(frameOf())
      const { value } = await visit.next()
      await visit.page.reload()
      await visit.click('restore')
      await expect.poll(() => visit.events()).toEqual(['connected'])
      const connections = await visit.page.evaluate(
        () =>
          (
            window as never as { dapp: { clients: { getState(): { account: string } }[] } }
          ).dapp.clients[0]?.getState().account,
      )
      expect(connections).toBe((value as { wallet: { account: string } }).wallet.account)
      expect(await visit.page.locator('dialog').isVisible()).toBe(false)
    },
  )

  it('is restored only when the visitor is logged in and the page pre-authorised (specification, section 6)', async () => {
    const visit = await bench.open({ config: { webWalletMode: 'iframe' } })
    const outcomes = () =>
      visit.page.evaluate(() => (window as never as { dapp: { outcomes: unknown[] } }).dapp.outcomes.length)
    for (const status of [
      { isLoggedIn: false, isPreauthorized: true },
      { isLoggedIn: true, isPreauthorized: false },
      { isLoggedIn: true },
      { isLoggedIn: 'yes', isPreauthorized: 1 },
    ]) {
      bench.host.settings.answers = {}
      await visit.click('connect')
      await frameOf()
        .getByRole('button', { name: /Continue|Connect/ })
        .waitFor()
      if (await frameOf().getByLabel('E-mail').isVisible()) await logIn(frameOf())
      else await press(frameOf(), 'Connect')
      await expect.poll(outcomes).toBe(1)
      bench.host.settings.answers = { getLoginStatus: status }
      await visit.page.reload()
      await visit.click('restore')
      await expect.poll(outcomes).toBe(1)
      expect(await visit.events(), JSON.stringify(status)).toEqual([])
      expect(await visit.page.locator('iframe').count()).toBe(0)
      await visit.page.reload()
    }
  })

  it('names its host above the page, where the framed page cannot draw, also for a screen reader (Y19, Y28)', async () => {
    const visit = await bench.open({ config: { webWalletMode: 'iframe' } })
    // With its scheme, unless that is https.
    const host = bench.host.origin
    const dialog = visit.page.getByRole('dialog', { name: `Wallet ${host}` })
    await visit.click('connect')
    await frameOf().getByLabel('E-mail').waitFor()
    const boxes = async () => {
      const [bar, frame, whole] = await Promise.all(
        [dialog.getByText(host, { exact: true }), dialog.locator('iframe'), dialog].map((one) =>
          one.boundingBox(),
        ),
      )
      if (!bar || !frame || !whole) throw new Error('Something is not on screen')
      return { bar, frame, whole }
    }
    const { bar, frame, whole } = await boxes()
    expect(bar.y + bar.height).toBeLessThanOrEqual(frame.y)
    expect(whole.width).toBe(frame.width)
    await logIn(frameOf())
    await visit.next()
    await visit.click('sign')
    await frameOf().getByRole('button', { name: 'Sign', exact: true }).waitFor()
    expect((await boxes()).bar.height).toBeGreaterThan(0)
  })

  it.each([
    ['with its button', () => bench.visit.page.getByRole('button', { name: 'Close', exact: true }).click()],
    ['with a click beside it', () => bench.visit.page.mouse.click(5, 5)],
    [
      'with Escape',
      async () => {
        await bench.visit.page.getByRole('button', { name: 'Close', exact: true }).focus()
        await bench.visit.page.keyboard.press('Escape')
      },
    ],
  ] as const)('is closed %s, and opened again for the next request', async (_, close) => {
    const visit = await bench.open({ config: { webWalletMode: 'iframe' } })
    await visit.click('connect')
    await frameOf().getByLabel('E-mail').waitFor()
    await close()
    expect((await visit.next()).code).toBe('popup_closed')
    expect(await visit.page.locator('iframe, dialog').count()).toBe(0)
    await visit.click('connect')
    await logIn(frameOf())
    expect((await visit.next()).code).toBe(undefined)
  })

  it('is framed once on page load when nobody is logged in', async () => {
    const visit = await bench.open({ config: { webWalletMode: 'iframe' } })
    await visit.click('connect')
    await logIn(frameOf())
    await visit.next()
    bench.host.settings.answers = { getLoginStatus: { isLoggedIn: false } }
    await visit.page.reload()
    const before = visit.requests.filter((url) => url.endsWith('/iframes/comms')).length
    await visit.click('restore')
    await expect.poll(() => visit.page.evaluate(() => Object.keys(localStorage).length)).toBe(0)
    expect(visit.requests.filter((url) => url.endsWith('/iframes/comms'))).toHaveLength(before + 1)
  })
})

it('an account of the e-mail wallet on another chain than requested is refused', async () => {
  const visit = await bench.open({ config: { chains: `${SEPOLIA} starknet:SN_MAIN` } })
  await logIn(await visit.open('connectMain'))
  expect((await visit.next()).code).toBe('chain_mismatch')
  await expect.poll(() => visit.context.pages().length).toBe(1)
})
