import { SignClient } from '@walletconnect/sign-client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Phone } from '../../counterparts/relay-phone.js'
import { type PhoneSignIn, sending, signing } from '../../counterparts/relay-phone-sign-in.js'
import { useRelay } from './bench.js'
import { openSignInPage, type SignInPage } from './sign-in-page.js'

/** The internals of the relay's client that hold what a code needs. They are those of 2.21.8, which we pin. */
interface PageClient {
  core: {
    customStoragePrefix: string
    crypto: { keychain: { keychain: Map<string, string> } }
    relayer: { subscriber: { topics: string[]; pending: Map<string, unknown> } }
    pairing: { pairings: { keys: string[] } }
  }
  engine: { events: { eventNames(): (string | symbol)[] } }
}

/** What begins a client, whose instances a test sees. */
interface Initialising {
  initialize(): Promise<void>
}

/** The page's own name in its keychain, which lives as long as the page. */
const SEED = 'client_ed25519_seed'

/** How long something may take that nothing tells of. */
const PATIENT = { timeout: 10_000 }

/** How long a code can be answered, in ms. */
const CODE_LIFE = 300_000

const bench = useRelay()
let initialised: { contexts: unknown[] }

beforeEach(() => {
  // The timers of the page go on by themselves, and a test can let minutes pass.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  initialised = vi.spyOn(SignClient.prototype as unknown as Initialising, 'initialize').mock
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** What the page's relay client still has of its codes and sessions. */
function left() {
  const { core, engine } = (initialised.contexts as PageClient[])
    .filter((client) => client.core.customStoragePrefix === ':wcb-evm')
    .at(-1) as PageClient
  const { subscriber } = core.relayer
  return {
    keys: [...core.crypto.keychain.keychain.keys()].filter((name) => name !== SEED),
    topics: [...new Set([...subscriber.topics, ...subscriber.pending.keys()])],
    pairings: core.pairing.pairings.keys,
    listeners: engine.events.eventNames().filter((name) => /^session_request:/.test(String(name))),
  }
}
const NOTHING = { keys: [], topics: [], pairings: [], listeners: [] }
const untilWithdrawn = () => vi.waitFor(() => expect(left().pairings).toEqual([]), PATIENT)
const untilNothingIsLeft = () => vi.waitFor(() => expect(left()).toEqual(NOTHING), PATIENT)

/** A phone whose person decides when the test says so. */
async function startSlowApp() {
  let ask = () => {}
  const asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  let decide = (_: boolean) => {}
  const decided = new Promise<boolean>((resolve) => {
    decide = resolve
  })
  const onAsked = () => {
    ask()
    return decided
  }
  const phone = await bench.startApp({ signIn: signing({ onAsked }) })
  // It signs before it has heard that the code was withdrawn.
  vi.spyOn(phone.client.core.pairing.pairings, 'delete').mockResolvedValue()
  return { phone, asked, decide }
}
const show = async (page: SignInPage, phone: Phone) => {
  const { uri } = await page.showCode()
  phone.pair(uri).catch(() => {})
}

describe('a code that asks for a sign-in leaves no key, subscription, listener or timer when it is over (EW39)', () => {
  test('because the visitor cancels, and nobody answers until it expires', async () => {
    const page = await openSignInPage(bench)
    await page.showCode()
    page.client.dismiss()
    await untilWithdrawn()
    const timers = vi.getTimerCount()
    vi.advanceTimersByTime(CODE_LIFE)
    await untilNothingIsLeft()
    expect(vi.getTimerCount()).toBeLessThan(timers)
  })

  test('because the visitor cancels before the relay has it', async () => {
    const page = await openSignInPage(bench)
    const before = bench.relay.calls.length
    bench.relay.faults.mute = ['irn_subscribe', 'irn_publish']
    page.client.connect({ walletId: 'walletConnect' }).catch(() => {})
    await vi.waitFor(
      () => expect(bench.relay.calls.slice(before).map(({ method }) => method)).toContain('irn_publish'),
      PATIENT,
    )
    page.client.dismiss()
    bench.relay.faults.mute = []
    vi.advanceTimersByTime(CODE_LIFE)
    await untilNothingIsLeft()
  })

  test('because the visitor cancels, and the relay never has it', async () => {
    const page = await openSignInPage(bench)
    const before = bench.relay.calls.length
    bench.relay.faults.mute = ['irn_subscribe', 'irn_publish', 'wc_proposeSession']
    page.client.connect({ walletId: 'walletConnect' }).catch(() => {})
    await vi.waitFor(
      () =>
        expect(bench.relay.calls.slice(before).map(({ method }) => method)).toContain('wc_proposeSession'),
      PATIENT,
    )
    page.client.dismiss()
    vi.advanceTimersByTime(CODE_LIFE)
    await untilNothingIsLeft()
    bench.relay.faults.mute = []
  })

  test.each<[string, string, PhoneSignIn]>([
    ['refuses', 'connection_rejected', signing({ onAsked: () => false })],
    ['answers what is not asked for', 'message_invalid', sending(async () => [])],
  ])('because the phone %s', async (_, code, signIn) => {
    const phone = await bench.startApp({ signIn })
    const page = await openSignInPage(bench)
    await show(page, phone)
    await expect(page.complete()).rejects.toMatchObject({ code })
    vi.advanceTimersByTime(CODE_LIFE)
    await untilNothingIsLeft()
  })

  test('because it has led to a session, of which all stays until it ends', async () => {
    const phone = await bench.startApp({ signIn: signing() })
    const page = await openSignInPage(bench)
    await show(page, phone)
    await page.complete()
    const [session] = JSON.parse(page.storage.getItem('wc@2:client:0.3:wcb-evm//session') as string)
    vi.advanceTimersByTime(CODE_LIFE)
    await vi.waitFor(
      () =>
        expect(left()).toEqual({
          ...NOTHING,
          keys: expect.toSatisfy(
            (keys: string[]) => keys.sort().join() === [session.topic, session.self.publicKey].sort().join(),
          ),
          topics: [session.topic],
        }),
      PATIENT,
    )
    expect(await page.client.signMessage('Tea')).toMatch(/^0x/)
    await page.client.disconnect()
    await untilNothingIsLeft()
  })

  test('because a phone without the method has taken it', async () => {
    const phone = await bench.startApp()
    const page = await openSignInPage(bench)
    await show(page, phone)
    await page.complete()
    await page.client.disconnect()
    vi.advanceTimersByTime(CODE_LIFE)
    await untilNothingIsLeft()
  })

  test('and a phone that signs it while the next code is shown is told first', async () => {
    const { phone, asked, decide } = await startSlowApp()
    const page = await openSignInPage(bench)
    await show(page, phone)
    await asked
    page.client.dismiss()
    await page.showCode()
    const gone = phone.untilDeleted()
    decide(true)
    await gone
    expect(phone.sessions).toEqual([])
    expect(page.client.getState()).toMatchObject({ status: 'connecting' })
    page.client.dismiss()
    await untilWithdrawn()
    vi.advanceTimersByTime(CODE_LIFE)
    await untilNothingIsLeft()
  })
})
