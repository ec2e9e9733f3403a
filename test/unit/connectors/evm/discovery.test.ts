import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { resolveConfig } from '../../../../src/client/config.js'
import type { Connector, ConnectorSource } from '../../../../src/connectors/connector.js'
import { toWalletKey } from '../../../../src/connectors/name-and-icon.js'
import { announceProvider } from '../../../../src/testing/evm/announce.js'
import { createScriptedEvmWallet } from '../../../../src/testing/evm/create-scripted-evm-wallet.js'
import { badDetails, properDetail } from '../../../counterparts/hostile-announcements.js'
import { hostileEthereum } from '../../../counterparts/hostile-ethereum.js'
import { installPageEvents } from '../../../counterparts/page-events.js'

/** A page, fresh in each test: its events, its requests, and the module with its announcements. */
let page: EventTarget
let asked: string[]
let listening: Record<string, number>
let createInjectedSource: () => ConnectorSource

beforeEach(async () => {
  vi.useFakeTimers()
  vi.resetModules()
  page = installPageEvents()
  asked = []
  listening = {}
  const { addEventListener, removeEventListener, dispatchEvent } = globalThis
  const define = (name: string, value: unknown) =>
    Object.defineProperty(globalThis, name, { configurable: true, value })
  const count = (name: string, by: number) => {
    listening[name] = (listening[name] ?? 0) + by
  }
  define('addEventListener', (...args: Parameters<typeof addEventListener>) => {
    count(args[0], 1)
    addEventListener(...args)
  })
  define('removeEventListener', (...args: Parameters<typeof removeEventListener>) => {
    count(args[0], -1)
    removeEventListener(...args)
  })
  define('dispatchEvent', (event: Event) => {
    asked.push(event.type)
    return dispatchEvent(event)
  })
  ;({ createInjectedSource } = await import('../../../../src/connectors/evm/injected/discovery.js'))
})

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'ethereum')
  Reflect.deleteProperty(globalThis, 'window')
})

/** A source that has started; `list` is what it has found so far. */
function start() {
  const found = new Map<string, Connector>()
  const source = createInjectedSource()
  let adds = 0
  const stop = source.start(
    (connector) => {
      adds++
      found.set(connector.id, connector)
    },
    (id) => void found.delete(id),
    () => resolveConfig(),
  )
  return {
    source,
    stop: stop as () => void,
    adds: () => adds,
    list: () => [...found.values()],
    ids: () => [...found.keys()],
  }
}

/** Asks the wallet of the first row to connect, whatever it answers. */
async function tryFirst(list: () => readonly Connector[]): Promise<void> {
  const request = {
    config: { networks: [] } as never,
    signal: new AbortController().signal,
    onUri() {},
    onAwaiting() {},
  }
  await list()[0]
    ?.connect(request)
    .catch(() => {})
}

const wallet = (name: string, options = {}) =>
  createScriptedEvmWallet({ name, rdns: `com.${name.toLowerCase()}`, target: page, ...options })

test('a source hears wallets that announced before it, at its request, and at any later time', () => {
  wallet('Early').announce()
  const { ids } = start()
  wallet('Late').announce()
  wallet('Latest').announce({ after: 60_000 })
  expect(ids()).toEqual(['com.early', 'com.late'])
  vi.advanceTimersByTime(60_000)
  expect(ids()).toEqual(['com.early', 'com.late', 'com.latest'])
})

test(`${Object.keys(badDetails).length} broken announcements hide none of the three valid wallets after them (A01 to A03)`, () => {
  for (const createDetail of Object.values(badDetails)) announceProvider(createDetail(), page)
  const { ids } = start()
  for (const createDetail of Object.values(badDetails)) announceProvider(createDetail(), page)
  for (const name of ['One', 'Two', 'Three']) wallet(name).announce()
  for (const createDetail of Object.values(badDetails)) announceProvider(createDetail(), page)
  expect(ids()).toEqual(['com.one', 'com.two', 'com.three'])
})

describe('an identity that two wallets claim', () => {
  test('by uuid makes one row, with the first provider and a warning (A05)', async () => {
    const { list } = start()
    const first = wallet('One', { uuid: '350670db-19fa-4704-a166-e52e178b59d2' })
    const second = wallet('Two', { uuid: first.info.uuid })
    first.announce()
    second.announce()
    expect(list()).toMatchObject([{ id: 'com.one', name: 'One', note: 'shared-uuid' }])
    vi.useRealTimers()
    await tryFirst(list)
    expect([first.requests.length > 0, second.requests.length]).toEqual([true, 0])
  })

  test.each([
    ['the true one first', ['MetaMask', 'Impostor']],
    ['the impostor first', ['Impostor', 'MetaMask']],
  ])('by rdns, %s, makes two rows with warnings that both answer to the plain rdns (A06)', (_, names) => {
    const { list } = start()
    for (const name of names) wallet(name, { rdns: 'io.metamask' }).announce()
    expect(list().map(({ name }) => name)).toEqual(names)
    expect(list().map(({ note }) => note)).toEqual(['shared-identity', 'shared-identity'])
    expect(new Set(list().map(({ id }) => id)).size).toBe(2)
    expect(new Set(list().map(({ key }) => key)).size).toBe(2)
    // The first keeps the records that it has had when it was the only one.
    expect(list()[0]?.key).toBe(toWalletKey(names[0] as string, 'io.metamask'))
    for (const { id, aliases } of list()) expect([id, ...(aliases ?? [])]).toContain('io.metamask')
  })

  test('is none when the same provider announces again, with the same or another uuid', () => {
    const { list, adds } = start()
    const { provider, info } = properDetail()
    announceProvider({ info, provider }, page)
    announceProvider({ info: { ...info, uuid: 'another' }, provider }, page)
    announceProvider({ info, provider }, page)
    expect(list()).toHaveLength(1)
    expect([list()[0]?.note, adds()]).toEqual([undefined, 1])
  })
})

test('ten clients request announcements once, with a plain event, and listen once for the page’s life (A27)', () => {
  let plain = false
  page.addEventListener('eip6963:requestProvider', (event) => {
    plain = event instanceof Event && ((event as CustomEvent).detail ?? null) === null
  })
  const sources = Array.from({ length: 10 }, start)
  wallet('One').announce()
  expect(sources.map(({ ids }) => ids())).toEqual(Array(10).fill(['com.one']))
  for (const { stop, source } of sources) {
    source.rescan?.()
    stop()
  }
  expect([asked, plain]).toEqual([['eip6963:requestProvider'], true])
  expect(listening['eip6963:announceProvider']).toBe(1)
  expect(start().ids()).toEqual(['com.one'])
})

test('a stopped source hears nothing more, and leaves no timer', async () => {
  const { stop, ids } = start()
  stop()
  Object.assign(globalThis, { ethereum: { request: async () => [] } })
  dispatchEvent(new Event('ethereum#initialized'))
  await vi.runAllTimersAsync()
  wallet('Late').announce()
  expect([ids(), vi.getTimerCount()]).toEqual([[], 0])
})

test('of 1,000 wallets the first 200 are kept, and no provider gets a listener or a request (K03)', () => {
  const { ids } = start()
  const touched = new Set<PropertyKey>()
  for (let n = 0; n < 1_000; n++) {
    const provider = new Proxy(
      { request: async () => [] },
      {
        get(target, key) {
          if (key !== 'request') touched.add(key)
          return target[key as 'request']
        },
      },
    )
    const info = {
      uuid: `uuid-${n}`,
      name: `Wallet ${n}`,
      rdns: `com.wallet${n}`,
      icon: 'data:image/png;base64,AA',
    }
    announceProvider({ info, provider }, page)
  }
  expect([ids().length, ids().at(-1), [...touched]]).toEqual([200, 'com.wallet199', []])
})

describe('window.ethereum', () => {
  const legacy = { request: async () => [] }

  test('is used only when no wallet has announced itself for 150 ms', async () => {
    Object.assign(globalThis, { ethereum: legacy })
    const { ids, list } = start()
    await vi.advanceTimersByTimeAsync(149)
    expect(ids()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(list()).toMatchObject([{ id: 'injected', group: 'injected', availability: 'ready' }])
  })

  test('is used after one turn late in a page’s life, because every wallet’s script has run', async () => {
    const load = { loadEventEnd: performance.now() - 301 }
    const read = vi.spyOn(performance, 'getEntriesByType').mockReturnValue([load as never])
    Object.assign(globalThis, { ethereum: legacy })
    const { ids } = start()
    read.mockRestore()
    expect(ids()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(ids()).toEqual(['injected'])
  })

  test('is ignored when a wallet has announced itself, and is replaced by a wallet that does so later', async () => {
    Object.assign(globalThis, { ethereum: legacy })
    const early = start()
    await vi.advanceTimersByTimeAsync(150)
    expect(early.ids()).toEqual(['injected'])
    wallet('Late').announce()
    const later = start()
    await vi.advanceTimersByTimeAsync(1_000)
    expect([early.ids(), later.ids()]).toEqual([['com.late'], ['com.late']])
  })

  test('is found late by its event, and by another scan', async () => {
    for (const find of [
      () => dispatchEvent(new Event('ethereum#initialized')),
      (source: ConnectorSource) => source.rescan?.(),
    ]) {
      const { ids, source } = start()
      await vi.advanceTimersByTimeAsync(1_000)
      expect(ids()).toEqual([])
      Object.assign(globalThis, { ethereum: legacy })
      find(source)
      expect(ids()).toEqual(['injected'])
      Reflect.deleteProperty(globalThis, 'ethereum')
    }
  })

  test.each(Object.entries(hostileEthereum))('that is %s hides no wallet (A22)', async (_, install) => {
    Object.assign(globalThis, { window: globalThis })
    install()
    const { ids, list, source } = start()
    await vi.advanceTimersByTimeAsync(1_000)
    source.rescan?.()
    expect(ids().length).toBeLessThanOrEqual(1)
    wallet('One').announce()
    expect(list()).toMatchObject([{ id: 'com.one' }])
  })

  test('is asked by the provider that was listed, even when it was replaced meanwhile (A22)', async () => {
    const one = wallet('One')
    const two = wallet('Two')
    Object.assign(globalThis, { ethereum: one.provider })
    const { list } = start()
    await vi.advanceTimersByTimeAsync(150)
    Object.assign(globalThis, { ethereum: two.provider })
    vi.useRealTimers()
    await tryFirst(list)
    expect([one.requests.length > 0, two.requests.length]).toEqual([true, 0])
  })
})

test('outside a page, such as on a server, the source finds nothing and does not throw', () => {
  Reflect.deleteProperty(globalThis, 'addEventListener')
  expect(start().ids()).toEqual([])
})
