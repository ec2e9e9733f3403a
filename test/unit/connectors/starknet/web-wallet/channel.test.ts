import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

// The platform keeps the built-ins of load time.
const { listeners, MessageEvent } = vi.hoisted(() => {
  vi.useFakeTimers()
  const handlers = new Map<string, Set<(event: object) => void>>()
  vi.stubGlobal('addEventListener', (type: string, listener: (event: object) => void) => {
    handlers.set(type, (handlers.get(type) ?? new Set()).add(listener))
  })
  vi.stubGlobal('removeEventListener', (type: string, listener: (event: object) => void) =>
    handlers.get(type)?.delete(listener),
  )
  // Like a browser's: its getters read no other object. Node's own MessageEvent cannot come from a window.
  vi.stubGlobal(
    'MessageEvent',
    class {
      readonly #said: Record<string, unknown>
      readonly isTrusted: unknown
      constructor(said: Record<string, unknown>) {
        this.#said = said
        this.isTrusted = said.isTrusted
      }
      get data() {
        return this.#said.data
      }
      get origin() {
        return this.#said.origin
      }
      get source() {
        return this.#said.source
      }
      get ports() {
        return this.#said.ports
      }
    },
  )
  return { listeners: handlers, MessageEvent: globalThis.MessageEvent }
})

import { resolveConfig } from '../../../../../src/client/config.js'
import { createRequestQueue } from '../../../../../src/client/request-queue.js'
import { ANSWERS, type Procedure } from '../../../../../src/connectors/starknet/web-wallet/answers.js'
import { connectWebWallet } from '../../../../../src/connectors/starknet/web-wallet/connect.js'
import { REVIEW } from '../../../../../src/connectors/starknet/web-wallet/routes.js'
import { openSurface } from '../../../../../src/connectors/starknet/web-wallet/surface.js'
import { createWire } from '../../../../../src/connectors/starknet/web-wallet/wire.js'
import { WalletError } from '../../../../../src/errors/wallet-error.js'
import { openPopup } from '../../../../../src/platform/popup.js'
import { createPort } from '../../../../../src/platform/window-port.js'

const LOADED = 'TRPC_BROWSER::POPUP_LOADED'
const HOST = 'https://web.ready.co'

/** A page with plain objects as popups: its listeners can be counted, and messages can come from any window. */
const page = {
  listeners,
  say(event: object) {
    for (const listener of [...(page.listeners.get('message') ?? [])])
      listener(new MessageEvent({ ports: [], isTrusted: true, ...event } as never))
  },
  get left() {
    return [...page.listeners.values()].reduce((total, { size }) => total + size, 0) + vi.getTimerCount()
  },
}

const createWindow = () => ({
  closed: false,
  location: { href: 'about:blank', replace() {} },
  posts: [] as { message: { trpc?: { id: number } }; target: string }[],
  focus() {},
  close() {
    this.closed = true
  },
  postMessage(message: object, target: string) {
    this.posts.push({ message, target })
  },
})

beforeEach(() => {
  page.listeners.clear()
  vi.stubGlobal('window', { open: createWindow })
  vi.stubGlobal('screen', { availHeight: 800 })
  for (const name of ['screenX', 'screenY', 'outerWidth', 'outerHeight', 'innerWidth', 'innerHeight'])
    vi.stubGlobal(name, 0)
})
afterEach(() => {
  vi.clearAllTimers()
  vi.unstubAllGlobals()
})

/** Opens a popup with a wire through a port, as the e-mail wallet does. */
async function openChannel() {
  const popup = openPopup(`${HOST}/review`, { width: 385, height: 775 })
  const port = createPort({
    source: {
      view: popup.view,
      since: popup.since,
      fleeting: true,
      listen: popup.listen,
      isGone: () => popup.view.closed,
      explain: () => new WalletError('popup_closed'),
      close: popup.close,
    },
    origins: [HOST],
    loadSignal: LOADED,
    loadTimeout: 15_000,
    onMessage: (message) => wire.hear(message),
    onEnd: (error) => wire.end(error),
  })
  const wire = createWire(port.post, port.loaded)
  await Promise.resolve()
  return { port, wire, view: popup.view as unknown as ReturnType<typeof createWindow> }
}

describe('a login of the e-mail wallet that fails', () => {
  it.each([
    ['SD04: without a reason is “Failed to connect to Starknet”, which is logged too', '', true],
    ['SD04: with a reason has that reason', 'No account yet', false],
  ])('%s', async (_, reason, isLogged) => {
    const log = vi.spyOn(console, 'error').mockReturnValue()
    const popup = openPopup(`${HOST}/interstitialLogin`, { width: 886, height: 562 })
    const view = popup.view as unknown as ReturnType<typeof createWindow>
    const memory = { unframed: new Set<string>(), declinedAt: Number.NEGATIVE_INFINITY }
    const { signal } = new AbortController()
    const request = { config: resolveConfig(), signal, onUri() {}, onAwaiting() {} }
    const connecting = connectWebWallet({ origin: HOST, popup, memory }, request)
    connecting.catch(() => {})
    await vi.advanceTimersByTimeAsync(0)
    page.say({ source: view, origin: HOST, data: LOADED })
    await vi.advanceTimersByTimeAsync(0)
    const error = { message: reason, code: -32603, data: { code: 'INTERNAL_SERVER_ERROR' } }
    page.say({ source: view, origin: HOST, data: { trpc: { id: view.posts[0]?.message.trpc?.id, error } } })
    const message = reason || 'Failed to connect to Starknet'
    await expect(connecting).rejects.toMatchObject({ code: 'connect_failed', message })
    expect(log.mock.calls).toEqual(isLogged ? [['Failed to connect to Starknet']] : [])
    expect(view.closed).toBe(true)
    log.mockRestore()
  })
})

describe('the channel to a wallet’s window', () => {
  const strangers = fc.record({
    origin: fc.constantFrom(
      'https://evil.example',
      'https://web.ready.co.evil.example',
      'https://web-ready.co',
      'http://web.ready.co',
      'https://web.ready.co:444',
      'https://WEB.ready.co',
      'null',
      '',
      HOST,
    ),
    from: fc.constantFrom('popup', 'other', 'none'),
    isTrusted: fc.boolean(),
    data: fc.oneof(
      fc.constant(LOADED),
      fc.record({ shape: fc.constantFrom('result', 'error', 'stopped', 'bare'), value: fc.anything() }),
      fc.anything(),
    ),
  })

  it('ignores messages from any other origin or window (P5, D22, K08)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(strangers, { maxLength: 12 }), fc.boolean(), async (messages, isLoaded) => {
        const { port, wire, view } = await openChannel()
        let outcome: unknown = 'open'
        const settle = (value: unknown) => {
          outcome = value
        }
        wire.mutate('execute', []).then(settle, settle)
        if (isLoaded) {
          page.say({ source: view, origin: HOST, data: LOADED })
          await Promise.resolve()
        }
        const sent = view.posts.length
        const id = view.posts[0]?.message.trpc?.id ?? 1
        for (const { origin, from, isTrusted, data } of messages) {
          if (origin === HOST && from === 'popup' && isTrusted) continue
          const source = { popup: view, other: createWindow(), none: null }[from]
          const shaped = data as { shape?: string; value?: unknown } | null
          const trpc = {
            result: { id, result: { type: 'data', data: shaped?.value } },
            error: { id, error: { message: 'no', code: -1 } },
            stopped: { id, result: { type: 'stopped' } },
            bare: { id },
          }[String(shaped?.shape)]
          page.say({ source, origin, isTrusted, data: trpc ? { trpc } : data })
        }
        await Promise.resolve()
        const isOurs = view.posts.every(({ target }) => target === HOST)
        expect([outcome, port.ended, port.origin, view.posts.length, isOurs]).toEqual([
          'open',
          false,
          isLoaded ? HOST : null,
          sent,
          true,
        ])
        port.end(new WalletError('popup_closed'))
      }),
      { numRuns: 5_000 },
    )
  })

  it('leaves nothing behind, 1,000 times (K06)', async () => {
    for (let index = 0; index < 1_000; index++) {
      const { port, wire, view } = await openChannel()
      const answer = wire.mutate('execute', []).catch(({ code }) => code)
      if (index % 2) {
        page.say({ source: view, origin: HOST, data: LOADED })
        await Promise.resolve()
      }
      if (index % 3) view.closed = true
      else port.end(new WalletError('popup_closed'))
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await answer).toBe('popup_closed')
    }
    await vi.advanceTimersByTimeAsync(1_000)
    expect(page.left).toBe(0)
  })
})

describe('an answer of the e-mail wallet’s page', () => {
  const felt = fc.bigInt({ min: 1n, max: 2n ** 250n }).map((value) => `0x${value.toString(16)}`)
  const texts = fc.array(felt, { minLength: 1, maxLength: 5 })
  const VALID: { [P in Procedure]?: fc.Arbitrary<unknown> } = {
    authorize: fc.boolean(),
    enable: felt,
    execute: felt,
    addInvokeTransaction: fc.record({ transaction_hash: felt }),
    signMessage: texts,
    signTypedData: texts,
    getLoginStatus: fc.record({ isLoggedIn: fc.boolean(), isPreauthorized: fc.boolean() }),
    connectWebwallet: fc.record({ account: texts, chainId: fc.constantFrom('SN_MAIN', 'SN_SEPOLIA') }),
    requestAccounts: texts,
    requestChainId: fc.constantFrom('0x534e5f4d41494e', 'SN_SEPOLIA'),
    getPermissions: fc.array(fc.constantFrom('accounts')),
    deploymentData: fc.record({
      address: felt,
      class_hash: felt,
      salt: felt,
      calldata: texts,
      version: fc.constantFrom(0, 1),
    }),
  }

  it('has no version -0, which JSON writes as 0', () => {
    const data = { address: '0x1', class_hash: '0x1', salt: '0x1', calldata: ['0x1'], version: -0 }
    const read = ANSWERS.deploymentData as (answer: unknown) => { version: number }
    expect(read(data).version).toBe(0)
  })

  it.each(Object.keys(VALID) as Procedure[])(
    'to %s is accepted whole, or refused as malformed (P6)',
    (procedure) => {
      const read = ANSWERS[procedure] as (answer: unknown) => unknown
      const mutation = fc.record({ at: fc.nat(), value: fc.anything(), removes: fc.boolean() })
      fc.assert(
        fc.property(VALID[procedure] as fc.Arbitrary<unknown>, mutation, (valid, { at, value, removes }) => {
          const taken = read(valid)
          expect(read(valid)).toEqual(taken)
          let changed: unknown = value
          if (valid !== null && typeof valid === 'object') {
            const keys = Object.keys(valid)
            const copy = (Array.isArray(valid) ? [...valid] : { ...valid }) as Record<string, unknown>
            const key = keys[at % keys.length] as string
            if (removes) delete copy[key]
            else copy[key] = value
            changed = copy
          }
          try {
            const once = read(changed)
            // An accepted answer has its form: strings, flags, numbers and lists of strings.
            expect(JSON.parse(JSON.stringify(once))).toEqual(once)
            expect(typeof once).toBe(typeof taken)
          } catch (error) {
            if (!(error instanceof WalletError)) throw error
            expect(error.code).toBe('wallet_malformed')
          }
        }),
        { numRuns: 500 },
      )
    },
  )
})

describe('AX01: a request that is given up while a page of the e-mail wallet is open', () => {
  it.each([
    ['has not loaded: it never gets the request', false, 'user_rejected'],
    ['has loaded: it may have allowed the request', true, 'request_given_up'],
  ])('and %s', async (_, hasLoaded, code) => {
    const opened: ReturnType<typeof createWindow>[] = []
    const open = () => {
      opened.push(createWindow())
      return opened.at(-1)
    }
    vi.stubGlobal('window', { open })
    const memory = { unframed: new Set([HOST]), declinedAt: 0 }
    const host = { origin: HOST, origins: [HOST] } as never
    const surface = openSurface({ host, memory, popup: null })
    const queue = createRequestQueue({ onPending() {}, onWait() {}, onGivenUp() {} })
    const ask = () =>
      queue.run('execute', (progress) =>
        progress.send(() => surface.visit(REVIEW, (call) => call('execute'), progress)),
      )
    const [first, second] = [ask(), ask()]
    const control = new AbortController()
    const third = queue.run('execute', async () => opened.push(), { signal: control.signal })
    for (const one of [first, second, third]) one.catch(() => {})
    await vi.advanceTimersByTimeAsync(0)
    const [view] = opened
    if (hasLoaded) page.say({ source: view, origin: HOST, data: LOADED })
    await vi.advanceTimersByTimeAsync(0)
    control.abort()
    await expect(third).rejects.toMatchObject({ code: 'user_rejected' })
    queue.cancel()
    await expect(first).rejects.toMatchObject({ code })
    expect([view?.closed, view?.posts.length]).toEqual([true, hasLoaded ? 1 : 0])
    // The next request has a window of its own.
    await vi.advanceTimersByTimeAsync(0)
    expect(opened).toHaveLength(2)
    page.say({ source: opened[1], origin: HOST, data: LOADED })
    await vi.advanceTimersByTimeAsync(0)
    const id = opened[1]?.posts[0]?.message.trpc?.id
    page.say({
      source: opened[1],
      origin: HOST,
      data: { trpc: { id, result: { type: 'data', data: 'sent' } } },
    })
    expect(await second).toBe('sent')
  })
})

it('a window of the e-mail wallet stays for a request that follows soon, and for as long as it is held', async () => {
  const opened: ReturnType<typeof createWindow>[] = []
  const open = () => {
    opened.push(createWindow())
    return opened.at(-1)
  }
  vi.stubGlobal('window', { open })
  const memory = { unframed: new Set([HOST]), declinedAt: 0 }
  const surface = openSurface({ host: { origin: HOST, origins: [HOST] } as never, memory, popup: null })
  const visit = async () => {
    const answer = surface.visit(REVIEW, (call) => call('execute'))
    await vi.advanceTimersByTimeAsync(0)
    const source = opened.at(-1)
    page.say({ source, origin: HOST, data: LOADED })
    await vi.advanceTimersByTimeAsync(0)
    const id = source?.posts.at(-1)?.message.trpc?.id
    page.say({ source, origin: HOST, data: { trpc: { id, result: { type: 'data', data: 'sent' } } } })
    expect(await answer).toBe('sent')
  }
  await visit()
  await vi.advanceTimersByTimeAsync(40)
  await visit()
  const release = surface.hold()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([opened.length, opened[0]?.closed]).toEqual([1, false])
  release?.()
  await vi.advanceTimersByTimeAsync(50)
  expect([opened[0]?.closed, surface.hold()]).toEqual([true, null])
  await visit()
  expect(opened).toHaveLength(2)
  surface.end(new WalletError('session_ended'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(page.left).toBe(0)
})

it('HS05: a surface that has ended opens no window any more', async () => {
  const open = vi.fn(createWindow)
  vi.stubGlobal('window', { open })
  const memory = { unframed: new Set([HOST]), declinedAt: 0 }
  const surface = openSurface({ host: { origin: HOST, origins: [HOST] } as never, memory, popup: null })
  surface.end(new WalletError('session_ended'))
  await expect(surface.visit(REVIEW, (call) => call('execute'))).rejects.toThrow(WalletError)
  expect(open).not.toHaveBeenCalled()
})
