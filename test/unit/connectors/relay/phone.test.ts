import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

vi.hoisted(() =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
    shouldAdvanceTime: true,
  }),
)

import { resolveConfig } from '../../../../src/client/config.js'
import type { ConnectRequest, WalletSession } from '../../../../src/connectors/connector.js'
import { sessionKey } from '../../../../src/connectors/relay/stored-sessions.js'
import { createMemoryStorage } from '../../../../src/platform/storage.js'
import { codesKey } from '../../../../src/platform/stored-names.js'
import { createLocks } from '../../../counterparts/locks.js'
import { type Relay, startRelay } from '../../../counterparts/relay.js'
import { type Phone, type PhoneOptions, startPhone } from '../../../counterparts/relay-phone.js'
import { createEvmApp } from '../../../counterparts/relay-phone-evm.js'
import { signing } from '../../../counterparts/relay-phone-sign-in.js'

const MINUTES = 60_000
const app = createEvmApp({ nodes: { 1: '-', 10: '-' } })
const [first, second] = app.addresses
const PROJECT = '0123456789abcdef0123456789abcdef'
const phones: Phone[] = []
let relay: Relay
let storage: ReturnType<typeof createMemoryStorage>

beforeEach(async () => {
  relay = await startRelay()
  storage = createMemoryStorage()
})
afterEach(async () => {
  for (const phone of phones.splice(0)) await phone.stop()
  await relay.stop()
  vi.unstubAllGlobals()
})
afterAll(() => void vi.useRealTimers())

async function startApp(options: Partial<PhoneOptions> = {}) {
  const phone = await startPhone({ relayUrl: relay.url, ...app, answersAtOnce: true, ...options })
  phones.push(phone)
  return phone
}

/** The visitor leaves every page: their sockets and timers go with them. */
async function leavePages() {
  relay.faults.upgrade = 'hang'
  relay.drop()
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  vi.clearAllTimers()
  delete relay.faults.upgrade
}

/** Loads a page, which has its own modules. Where a phone is there already, the pages before stay open. */
async function openPage() {
  await vi.dynamicImportSettled()
  if (phones.length === 0) await leavePages()
  vi.stubGlobal('navigator', { userAgent: 'Node', locks: createLocks() })
  vi.resetModules()
  const { connectRelay, restoreRelay } = await import('../../../../src/connectors/evm/relay/session.js')
  const config = resolveConfig({
    ...{ relayUrl: relay.url, projectId: PROJECT, chains: 'eip155:1 eip155:10', appName: 'Shop', storage },
  })
  const uris: string[] = []
  const outages: boolean[] = []
  const connect = (more: Partial<ConnectRequest> = {}) => {
    const connecting = connectRelay(
      {
        config,
        signal: new AbortController().signal,
        onUri: (uri) => void uris.push(uri),
        onOutage: (isDown) => void outages.push(isDown),
        onAwaiting() {},
        ...more,
      },
      performance.now(),
    )
    connecting.catch(() => {})
    return connecting
  }
  const restore = (topic?: string, signal = new AbortController().signal) =>
    restoreRelay({ config, topic, signal })
  /** The code of this number, counted from one. */
  const untilUri = async (number = 1) => {
    await vi.waitFor(() => expect(uris.length).toBe(number), 10_000)
    return uris.at(-1) as string
  }
  const pair = async (phone: Phone, more: Partial<ConnectRequest> = {}) => {
    const connecting = connect(more)
    void phone.pair(await untilUri()).catch(() => {})
    return connecting
  }
  return { connect, restore, untilUri, pair, outages }
}

/** What a session tells its client. */
function hear(session: WalletSession) {
  const changes: object[] = []
  session.watch((change) => void changes.push(change))
  return changes
}
const until = (holds: () => void) => vi.waitFor(holds, 10_000)
const isEmpty = () => expect(storage.keys?.()).toEqual([])

describe('a phone', () => {
  test('connects, signs, changes its account, is found by the next page, and hears that the page has ended it', async () => {
    const before = await openPage()
    const phone = await startApp()
    const session = await before.pair(phone, { readApp: () => 'trust' })
    expect(relay.queries.at(-1)?.get('projectId')).toBe(PROJECT)
    expect(session).toMatchObject({ account: first, chainId: 'eip155:1', peer: { name: 'Test phone' } })
    expect(phone.sessions[0]?.peer.metadata.name).toBe('Shop')
    expect(storage.keys?.().some((key) => key.includes('code'))).toBe(false)
    const changes = hear(session)
    await phone.emit('accountsChanged', [`eip155:1:${second}`], 'eip155:1')
    await until(() => expect(changes).toMatchObject([{ type: 'change', account: second }]))
    expect(session.accounts).toEqual([second])
    const { topic = '' } = session

    const page = await openPage()
    const again = await page.restore(topic)
    expect(again).toMatchObject({ topic, account: second })
    const heard = hear(again as WalletSession)
    expect(await again?.signMessage?.('Tea')).toMatch(/^0x[0-9a-f]{130}$/)
    const request = phone.requests.at(-1)
    expect(request).toMatchObject({ chainId: 'eip155:1', method: 'personal_sign' })
    const gone = phone.untilDeleted()
    await again?.disconnect()
    await gone
    await until(isEmpty)
    expect(heard).toEqual([])
    await expect(again?.signMessage?.('Tea')).rejects.toMatchObject({ code: 'no_session' })
    expect(await page.restore(topic)).toBe(null)
  })

  test('refuses a request with its own error, and ends the session while another is open', async () => {
    const { pair } = await openPage()
    let answers = 0
    const phone = await startApp({ onRequest: () => answers++ === 0 && Promise.resolve(false) })
    const session = await pair(phone)
    const changes = hear(session)
    await expect(session.signMessage?.('One')).rejects.toMatchObject({ code: 'user_rejected' })
    vi.spyOn(phone.client, 'respond').mockResolvedValue()
    const heard = phone.untilRequest('personal_sign')
    const open = session.signMessage?.('Two')
    const ended = expect(open).rejects.toMatchObject({ code: 'session_ended' })
    await heard
    await phone.disconnect()
    await ended
    await until(() => expect(changes).toEqual([{ type: 'disconnect', reason: 'wallet' }]))
    await until(isEmpty)
  })

  test('that shares no account any more has left, and is told that its session is over', async () => {
    const { pair } = await openPage()
    const phone = await startApp()
    const changes = hear(await pair(phone))
    const gone = phone.untilDeleted()
    await phone.emit('accountsChanged', [], 'eip155:1')
    await gone
    await until(() => expect(changes).toEqual([{ type: 'disconnect', reason: 'wallet' }]))
  })

  test('that connects in place of another one ends the session of that one', async () => {
    const { pair, untilUri, connect } = await openPage()
    const [old, phone] = [await startApp(), await startApp()]
    await pair(old)
    const gone = old.untilDeleted()
    const connecting = connect()
    void phone.pair(await untilUri(2))
    await gone
    const { topic } = await connecting
    expect(JSON.parse(storage.getItem(sessionKey('wcb-evm')) ?? '')).toMatchObject([{ topic }])
  })
})

describe('a code', () => {
  test('belongs to the first phone: the session of a later one ends', async () => {
    const { connect, untilUri } = await openPage()
    let decide = (_: boolean) => {}
    let ask = () => {}
    const asked = new Promise<void>((resolve) => {
      ask = resolve
    })
    const onProposal = () =>
      new Promise<boolean>((resolve) => {
        decide = resolve
        ask()
      })
    const [one, late] = [await startApp(), await startApp({ onProposal })]
    const connecting = connect()
    const uri = await untilUri()
    void late.pair(uri).catch(() => {})
    await asked
    void one.pair(uri)
    const { topic } = await connecting
    const gone = late.untilDeleted()
    decide(true)
    await gone
    expect(one.sessions).toMatchObject([{ topic }])
  })

  test('that the visitor cancels leaves nothing, and its phone hears so', async () => {
    const { connect, untilUri } = await openPage()
    const control = new AbortController()
    const connecting = connect({ signal: control.signal })
    await untilUri()
    expect(storage.keys?.()).toEqual([codesKey('default')])
    control.abort()
    await expect(connecting).rejects.toMatchObject({ cause: { code: 'session_ended' } })
    await until(isEmpty)
    await until(() => expect(relay.sockets).toBe(phones.length))
  })

  test('is refused with the wallet’s reason, and the next one is shown', async () => {
    const { connect, untilUri } = await openPage()
    const phone = await startApp({ onProposal: () => false })
    const connecting = connect()
    phone.pair(await untilUri()).catch(() => {})
    await expect(connecting).rejects.toMatchObject({ code: 'connection_rejected', cause: { code: 5_000 } })
    const control = new AbortController()
    connect({ signal: control.signal })
    await untilUri(2)
    control.abort()
    await until(isEmpty)
  })

  test.each([
    ['does not describe itself', { controller: { publicKey: 'ab'.repeat(32) } }],
    ['is over already', { expiry: 1 }],
  ])('is not answered by a session that %s, and the page is told', async (_, spoilt) => {
    const { connect, untilUri } = await openPage()
    const phone = await startApp()
    const { crypto } = phone.client.core
    const encode = crypto.encode.bind(crypto)
    vi.spyOn(crypto, 'encode').mockImplementation((topic, payload, ...how) => {
      const { method, params } = payload as { method?: string; params?: object }
      const said = method === 'wc_sessionSettle' ? { ...payload, params: { ...params, ...spoilt } } : payload
      return encode(topic, said, ...how)
    })
    const connecting = connect()
    phone.pair(await untilUri()).catch(() => {})
    await expect(connecting).rejects.toMatchObject({ code: 'session_incompatible' })
  })

  test('that nobody answers is replaced by another one, which is answered', async () => {
    const { connect, untilUri } = await openPage()
    const connecting = connect()
    await untilUri()
    await vi.advanceTimersByTimeAsync(5 * MINUTES)
    const phone = await startApp()
    void phone.pair(await untilUri(2))
    expect(await connecting).toMatchObject({ account: first })
  })

  test('says when the relay is away, stays valid, and is answered afterwards', async () => {
    const { connect, untilUri, outages } = await openPage()
    const phone = await startApp()
    const connecting = connect()
    const uri = await untilUri()
    outages.length = 0
    relay.drop()
    await until(() => expect([outages[0], outages.at(-1)]).toEqual([true, false]))
    void phone.pair(uri)
    expect(await connecting).toMatchObject({ account: first })
  })

  test('is stored with the wallet that has answered, for a page that comes before its session', async () => {
    const { connect, untilUri } = await openPage()
    const phone = await startApp()
    const connecting = connect()
    const uri = await untilUri()
    relay.faults.hold = [1_102]
    void phone.pair(uri)
    const wallet = expect.stringMatching(/^[0-9a-f]{64}$/)
    await until(() =>
      expect(JSON.parse(storage.getItem(codesKey('default')) ?? '')).toMatchObject([{ wallet }]),
    )
    relay.faults.hold = []
    relay.release()
    expect(await connecting).toMatchObject({ account: first })
  })

  test('of a page that was left is answered to the next one', async () => {
    const before = await openPage()
    before.connect()
    const uri = await before.untilUri()
    const page = await openPage()
    const restoring = page.restore()
    const phone = await startApp()
    void phone.pair(uri).catch(() => {})
    expect(await restoring).toMatchObject({ account: first })
    expect(storage.getItem(codesKey('default'))).toBe(null)
  })
})

describe('the relay', () => {
  test.each([
    ['project not found', 'project id'],
    ['JWT has expired', 'clock'],
  ])('refuses the page, and the page is told what to change: %s', async (reason, text) => {
    const { connect } = await openPage()
    relay.faults.close = { code: 3_000, reason }
    await expect(connect()).rejects.toMatchObject({
      code: 'config_invalid',
      message: expect.stringContaining(text),
    })
    const { opened } = relay
    await vi.advanceTimersByTimeAsync(MINUTES)
    expect(relay.opened).toBe(opened)
  })

  test('closes a socket at once, as it does when it moves its clients: only the third time it is refused', async () => {
    const { connect } = await openPage()
    const { opened } = relay
    relay.faults.close = { code: 4_010, reason: 'restarting' }
    await expect(connect()).rejects.toMatchObject({ code: 'config_invalid' })
    expect(relay.opened - opened).toBe(3)
  })

  test('that never answers fails the attempt after ten seconds', async () => {
    const { connect } = await openPage()
    relay.faults.upgrade = 'hang'
    const connecting = connect()
    await vi.advanceTimersByTimeAsync(9_000)
    await expect(connecting).rejects.toMatchObject({ cause: { code: 'relay_unreachable' } })
    await until(isEmpty)
  })
})

describe('a code that also asks for the sign-in', () => {
  const FIELDS = {
    ...{ domain: 'shop.example', uri: 'https://shop.example', version: '1', nonce: 'abcdef1234567890' },
    ...{ chainId: 1, issuedAt: '2026-01-01T00:00:00.000Z', statement: 'Sign in' },
  }
  /** Loads its part first, so that a busy machine does not decide whether it comes in time. */
  async function openSignInPage() {
    const page = await openPage()
    await import('../../../../src/connectors/evm/relay/sign-in-code.js')
    const proofs: { address: string }[] = []
    const prompt = { write: async () => FIELDS, take: (own: never[]) => void proofs.push(...own) }
    return { ...page, proofs, signIn: async () => prompt as never }
  }

  test('connects a phone that signs, and passes on what it has signed', async () => {
    const { pair, signIn, proofs } = await openSignInPage()
    const phone = await startApp({ signIn: signing({ chains: ['eip155:1', 'eip155:10'] }) })
    const session = await pair(phone, { signIn })
    expect(session).toMatchObject({ account: first, approvedChains: ['eip155:1', 'eip155:10'] })
    expect(proofs).toMatchObject([{ address: first }, { address: first }])
    expect(phone.requests).toEqual([])
    const gone = phone.untilDeleted()
    await session.disconnect()
    await gone
    await until(isEmpty)
  })

  test('offers a code without it when the phone is silent, and not after the attempt', async () => {
    const { connect, untilUri, signIn, proofs } = await openSignInPage()
    const onSilence = vi.fn()
    const connecting = connect({ signIn, onSilence })
    await untilUri()
    await vi.advanceTimersByTimeAsync(14_000)
    expect(onSilence).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(2_000)
    expect(onSilence).toHaveBeenCalledOnce()
    onSilence.mock.calls[0]?.[0]()
    const phone = await startApp()
    void phone.pair(await untilUri(2))
    expect(await connecting).toMatchObject({ account: first })
    await vi.advanceTimersByTimeAsync(MINUTES)
    expect(onSilence).toHaveBeenCalledOnce()
    expect(proofs).toEqual([])
  })

  test('ends with the person’s refusal', async () => {
    const { pair, signIn } = await openSignInPage()
    const phone = await startApp({ signIn: signing({ onAsked: () => false }) })
    await expect(pair(phone, { signIn })).rejects.toMatchObject({ code: 'connection_rejected' })
    await until(isEmpty)
  })
})
