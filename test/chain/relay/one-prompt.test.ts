import type { AuthTypes } from '@walletconnect/types'
import { type Hex, recoverMessageAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Phone } from '../../counterparts/relay-phone.js'
import { PHONE_KEYS } from '../../counterparts/relay-phone-evm.js'
import {
  type PhoneSignIn,
  type SigningOptions,
  sending,
  signing,
  signPayload,
} from '../../counterparts/relay-phone-sign-in.js'
import { first, second, useRelay } from './bench.js'
import { openSignInPage, type SignInPage } from './sign-in-page.js'

const bench = useRelay()
const { startApp } = bench

/** Connects a phone by the page's code. Resolves when the visitor is signed in. */
async function signIn(page: SignInPage, phone: Phone) {
  const { uri } = await page.showCode()
  phone.pair(uri).catch(() => {})
  return page.complete()
}
const stored = (page: SignInPage) => page.storage.keys?.()
const untilSilent = (page: SignInPage) =>
  vi.waitFor(() => expect(page.client.getState().attempt?.isSilent).toBe(true), { timeout: 60_000 })
/** Taps the offered way on, and gives the phone the new code. */
async function goOn(page: SignInPage, phone: Phone) {
  const next = page.nextUri()
  page.client.goOn()
  const uri = await next
  expect(uri).not.toContain('methods=')
  phone.pair(uri).catch(() => {})
  return page.complete()
}
const methods = (phone: Phone) => phone.requests.map(({ method }) => method)

afterEach(() => void vi.unstubAllGlobals())

describe('a phone that connects and signs in at once', () => {
  test('asks its person once, and the server verifies what it has signed (EW27)', async () => {
    const phone = await startApp({ signIn: signing() })
    const page = await openSignInPage(bench)
    const detail = await signIn(page, phone)
    expect(detail).toMatchObject({ address: first, chainId: 'eip155:31337', verified: true })
    expect(page.verified).toMatchObject([{ address: first, chainId: 'eip155:31337' }])
    expect(page.signedIn).toEqual([detail])
    expect(phone.requests).toEqual([])
    expect(page.events.map(([name]) => name)).toEqual(['connecting', 'connected'])
  })

  test('has a session like any other: it is restored, signs, expires in a week, and its end is told (EW28)', async () => {
    const phone = await startApp({
      signIn: signing({ methods: ['personal_sign', 'wallet_switchEthereumChain'] }),
    })
    const before = await openSignInPage(bench)
    await signIn(before, phone)
    expect(before.client.getState().chains).toEqual(['eip155:31337', 'eip155:10'])
    const [session] = JSON.parse(before.storage.getItem('wc@2:client:0.3:wcb-evm//session') as string)
    expect(session.namespaces.eip155).toEqual({
      chains: ['eip155:31337', 'eip155:10'],
      accounts: [`eip155:31337:${first}`, `eip155:10:${first}`],
      methods: ['personal_sign', 'wallet_switchEthereumChain'],
      events: ['chainChanged', 'accountsChanged'],
    })
    expect(Math.abs(session.expiry - Date.now() / 1_000 - 604_800)).toBeLessThan(60)
    expect(
      Object.keys(JSON.parse(before.storage.getItem('wc@2:core:0.3:wcb-evm//keychain') as string)).sort(),
    ).toEqual(['client_ed25519_seed', session.self.publicKey, session.topic].sort())
    before.client.dispose()

    const page = await openSignInPage(bench, { storage: before.storage })
    await page.client.restore()
    expect(page.client.getState()).toMatchObject({ status: 'connected', account: first })
    const signature = (await page.client.signMessage('Tea')) as Hex
    expect(await recoverMessageAddress({ message: 'Tea', signature })).toBe(first)
    await phone.emit('chainChanged', 10, 'eip155:10')
    await vi.waitFor(() => expect(page.client.getState().chainId).toBe('eip155:10'))
    const gone = phone.untilDeleted()
    await page.client.disconnect()
    await gone
    await vi.waitFor(() => expect(stored(page)).toEqual([]))
  })

  test('signs for two accounts and two chains, and the proof of the account and chain in use counts (EW29)', async () => {
    const phone = await startApp({ signIn: signing({ keys: [...PHONE_KEYS].reverse() }) })
    const page = await openSignInPage(bench)
    expect(await signIn(page, phone)).toMatchObject({ address: second, chainId: 'eip155:31337' })
    expect(page.client.getState().connections[0]?.accounts).toEqual([second, first])
    expect(page.verified).toHaveLength(1)
    expect(phone.requests).toEqual([])
  })

  test('begins on the chain that it has signed for (EW29)', async () => {
    const phone = await startApp({ signIn: signing({ chains: ['eip155:10'] }) })
    const page = await openSignInPage(bench)
    expect(await signIn(page, phone)).toMatchObject({ address: first, chainId: 'eip155:10' })
    expect(phone.requests).toEqual([])
  })

  test('signs for a form (EW27)', async () => {
    const taken: { nonce?: string; message: unknown }[] = []
    const nonce = 'nOnePromptNonce1234567890'
    const form = { nonce, take: (proof: never) => void taken.push(proof) }
    vi.stubGlobal('location', { host: 'shop.example', origin: 'https://shop.example' })
    const phone = await startApp({ signIn: signing() })
    const page = await openSignInPage(bench, { config: { signIn: 'form', form: form as never } })
    const { message } = await signIn(page, phone)
    expect(message).toContain(`Nonce: ${nonce}`)
    expect(taken).toHaveLength(1)
    expect(phone.requests).toEqual([])
  })

  test('that refuses ends the attempt like any refusal, and leaves nothing (EW27)', async () => {
    const phone = await startApp({ signIn: signing({ onAsked: () => false }) })
    const page = await openSignInPage(bench)
    await expect(signIn(page, phone)).rejects.toMatchObject({ code: 'connection_rejected' })
    expect(stored(page)).toEqual([])
  })

  test('is not asked by a page without a sign-in, nor when the message would be too long (EW27)', async () => {
    const plain = await bench.openPage()
    plain.client.connect({ walletId: 'walletConnect' }).catch(() => {})
    expect(await plain.nextUri()).not.toContain('methods=')
    plain.client.dismiss()
    const chains = Array.from({ length: 40 }, (_, index) => `eip155:${1_000 + index}`)
    const long = await openSignInPage(bench, { page: { chains: ['eip155:31337', ...chains].join(' ') } })
    expect((await long.showCode()).uri).not.toContain('methods=')
    long.client.dismiss()
  })
})

describe('a phone that cannot do both at once', () => {
  test('takes the proposal in the same code, and signs in with two prompts (EW27)', async () => {
    const phone = await startApp()
    const page = await openSignInPage(bench)
    expect(await signIn(page, phone)).toMatchObject({ address: first, verified: true })
    expect(page.verified).toHaveLength(1)
    expect(methods(phone)).toEqual(['personal_sign'])
  })

  test('and answers with silence is offered another code after 15 s, which leads to two prompts (EW30)', async () => {
    const asked = vi.fn<PhoneSignIn>(async () => {})
    const phone = await startApp({ signIn: asked })
    const page = await openSignInPage(bench)
    const { uri } = await page.showCode()
    const begin = performance.now()
    phone.pair(uri).catch(() => {})
    await untilSilent(page)
    expect(performance.now() - begin).toBeGreaterThan(14_000)
    expect(asked).toHaveBeenCalledOnce()
    expect(await goOn(page, phone)).toMatchObject({ address: first, verified: true })
    expect(methods(phone)).toEqual(['personal_sign'])
    expect(page.events.map(([name]) => name)).toEqual(['connecting', 'connected'])
  })

  test('and says so is offered another code at once (EW30)', async () => {
    const phone = await startApp({
      signIn: (client, { id }) =>
        client.rejectSessionAuthenticate({
          id,
          reason: { code: 7_000, message: 'Session settlement failed' },
        }),
    })
    const page = await openSignInPage(bench)
    const { uri } = await page.showCode()
    const begin = performance.now()
    phone.pair(uri).catch(() => {})
    await untilSilent(page)
    expect(performance.now() - begin).toBeLessThan(14_000)
    expect(await goOn(page, phone)).toMatchObject({ address: first, verified: true })
    expect(page.client.getState().attempt).toBeNull()
  })
})

const ownKey = PHONE_KEYS[0] as Hex
/** Signs a message of its own for the request's fields, changed. */
const changed =
  (change: (payload: Record<string, unknown>) => object, options: SigningOptions = {}): PhoneSignIn =>
  (client, request) =>
    sending(async () => {
      const authPayload = { ...request.params.authPayload, ...change(request.params.authPayload as never) }
      return signPayload(client, { ...request, params: { ...request.params, authPayload } } as never, options)
    })(client, request)
/** Signs as asked, and changes what it has signed. */
const altered = (change: (cacao: AuthTypes.Cacao) => AuthTypes.Cacao): PhoneSignIn =>
  sending(async (client, request) => (await signPayload(client, request)).map(change))

describe('an answer that is not what the page has asked for is refused (EW31)', () => {
  test.each<[string, string, PhoneSignIn]>([
    [
      'forged',
      'signature_invalid',
      altered((cacao) => ({ ...cacao, s: { ...cacao.s, s: `0x${'11'.repeat(64)}1b` } })),
    ],
    [
      'for an account of somebody else',
      'signature_invalid',
      altered((cacao) => ({ ...cacao, p: { ...cacao.p, iss: `did:pkh:eip155:31337:${second}` } })),
    ],
    [
      'with its ReCap stripped',
      'message_invalid',
      altered((cacao) => ({ ...cacao, p: { ...cacao.p, resources: [] } })),
    ],
    [
      'with another ReCap',
      'message_invalid',
      altered((cacao) => ({
        ...cacao,
        p: {
          ...cacao.p,
          resources: [`urn:recap:${btoa('{"att":{"eip155":{"request/eth_sign":[{}]}}}').replace(/=/g, '')}`],
        },
      })),
    ],
    [
      'signed without a ReCap',
      'session_incompatible',
      sending(async (client, { params }) => {
        const account = privateKeyToAccount(ownKey)
        const { resources: _, ...request } = params.authPayload as AuthTypes.PayloadParams
        const iss = `did:pkh:eip155:31337:${account.address}`
        const message = client.formatAuthMessage({ request, iss })
        return [
          {
            h: { t: 'caip122' },
            p: { ...request, iss },
            s: { t: 'eip191', s: await account.signMessage({ message }) },
          },
        ]
      }),
    ],
    ['without a message', 'message_invalid', sending(async () => [])],
    ['no CACAO', 'message_invalid', sending(async () => [null, 7, { p: {} }])],
  ])('%s: %s, and no session is opened', async (_, code, answer) => {
    const phone = await startApp({ signIn: answer })
    const page = await openSignInPage(bench)
    await expect(signIn(page, phone)).rejects.toMatchObject({ code })
    expect(page.verified).toEqual([])
    expect(page.client.getState().connections).toEqual([])
    await vi.waitFor(() => expect(stored(page)).toEqual([]))
  })

  test.each<[string, string, PhoneSignIn]>([
    ['another domain', 'domain_mismatch', changed(() => ({ domain: 'evil.example' }))],
    ['another address', 'domain_mismatch', changed(() => ({ aud: 'https://evil.example' }))],
    ['a used nonce', 'nonce_unknown', changed(() => ({ nonce: 'nAnEarlierNonce1234567890' }))],
    ['another request id', 'message_invalid', changed(() => ({ requestId: 'another' }))],
    [
      'more abilities than asked for',
      'message_invalid',
      changed(
        () => ({
          resources: [
            `urn:recap:${btoa('{"att":{"eip155":{"request/eth_sign":[{}],"request/personal_sign":[{}]}}}').replace(/=/g, '')}`,
          ],
        }),
        { methods: ['personal_sign', 'eth_sign'] },
      ),
    ],
  ])('with %s: %s, and the visitor is not signed in', async (_, code, answer) => {
    const phone = await startApp({ signIn: answer })
    const page = await openSignInPage(bench)
    await expect(signIn(page, phone)).rejects.toMatchObject({ code })
    expect(page.verified).toEqual([])
    expect(page.signedIn).toEqual([])
    await page.client.disconnect()
  })

  test('a wallet whose answer was refused is told that its session is over', async () => {
    const phone = await startApp({
      async signIn(client, request) {
        // The wallet has its session, and something between changes the answer.
        const engine = client.engine as unknown as {
          sendResult(args: { result: { cacaos: AuthTypes.Cacao[] } }): unknown
        }
        const send = engine.sendResult
        engine.sendResult = (args) => {
          const [cacao] = args.result.cacaos as [AuthTypes.Cacao]
          const forged = { ...cacao, s: { ...cacao.s, s: `0x${'11'.repeat(64)}1b` } }
          return send({ ...args, result: { ...args.result, cacaos: [forged] } })
        }
        await signing()(client, request)
        engine.sendResult = send
      },
    })
    const page = await openSignInPage(bench)
    const gone = phone.untilDeleted()
    await expect(signIn(page, phone)).rejects.toMatchObject({ code: 'signature_invalid' })
    await gone
    expect(phone.sessions).toEqual([])
  })
})

describe('a code that asks for a sign-in', () => {
  test.each([
    ['signs', signing()],
    ['connects only', undefined],
  ])(
    'and that two phones answer connects the first; the other, which %s, is told (Y26)',
    async (_, other) => {
      const [phone, late] = await Promise.all([
        startApp({ signIn: signing() }),
        startApp({ name: 'Other phone', ...(other && { signIn: other }) }),
      ])
      const page = await openSignInPage(bench)
      const { uri } = await page.showCode()
      phone.pair(uri).catch(() => {})
      await page.complete()
      const gone = late.untilDeleted()
      late.pair(uri).catch(() => {})
      if (other) await gone
      await vi.waitFor(() => expect(late.sessions).toEqual([]))
      expect(phone.sessions).toHaveLength(1)
      expect(page.client.getState()).toMatchObject({ status: 'connected', wallet: { name: 'Test phone' } })
      await page.client.disconnect()
    },
  )

  test('and that a phone without the method has taken tells a phone that signs later (Y26)', async () => {
    const [phone, late] = await Promise.all([
      startApp(),
      startApp({ name: 'Other phone', signIn: signing() }),
    ])
    const page = await openSignInPage(bench)
    const { uri } = await page.showCode()
    phone.pair(uri).catch(() => {})
    await page.complete()
    const gone = late.untilDeleted()
    late.pair(uri).catch(() => {})
    await gone
    expect(late.sessions).toEqual([])
    expect(page.client.getState()).toMatchObject({ status: 'connected', wallet: { name: 'Test phone' } })
    await page.client.disconnect()
  })

  test('leaves nothing when the visitor cancels before the code, with it, and while the phone asks, which is told (EW32, EW37)', async () => {
    let ask = () => {}
    const asked = new Promise<void>((resolve) => {
      ask = resolve
    })
    let decide = (_: boolean) => {}
    const decided = new Promise<boolean>((resolve) => {
      decide = resolve
    })
    const phone = await startApp({
      signIn: signing({
        onAsked() {
          ask()
          return decided
        },
      }),
    })
    const page = await openSignInPage(bench)
    page.client.connect({ walletId: 'walletConnect' }).catch(() => {})
    page.client.dismiss()
    await page.showCode()
    page.client.dismiss()
    const { uri } = await page.showCode()
    phone.pair(uri).catch(() => {})
    await asked
    // The phone signs before it has heard that the code was withdrawn.
    vi.spyOn(phone.client.core.pairing.pairings, 'delete').mockResolvedValue()
    page.client.dismiss()
    const answered = vi.waitFor(() =>
      expect(bench.relay.calls.filter(({ tag }) => tag === 1_117).length).toBeGreaterThan(before),
    )
    const before = bench.relay.calls.filter(({ tag }) => tag === 1_117).length
    const gone = phone.untilDeleted()
    decide(true)
    await answered
    expect(page.client.getState()).toMatchObject({ status: 'idle', attempt: null })
    expect(stored(page)).toEqual([])
    // The same page connects afterwards.
    const next = await startApp({ name: 'Next phone', signIn: signing() })
    expect(await signIn(page, next)).toMatchObject({ verified: true })
    expect(page.client.getState().wallet?.name).toBe('Next phone')
    // As soon as the page uses the relay again, the late phone is told.
    await gone
    expect(phone.sessions).toEqual([])
    expect(next.sessions).toHaveLength(1)
    await page.client.disconnect()
  })

  test('and was withdrawn is an error for the phone that signs it afterwards (EW37)', async () => {
    let decide = (_: boolean) => {}
    const decided = new Promise<boolean>((resolve) => {
      decide = resolve
    })
    let answering: Promise<void> = Promise.resolve()
    const phone = await startApp({
      async signIn(client, request) {
        answering = signing({ onAsked: () => decided })(client, request)
        await answering
      },
    })
    const page = await openSignInPage(bench)
    const { uri } = await page.showCode()
    phone.pair(uri).catch(() => {})
    await untilSilent(page)
    const next = page.nextUri()
    const withdrawn = new Promise((resolve) =>
      phone.client.core.pairing.events.once('pairing_delete', resolve),
    )
    page.client.goOn()
    const other = await next
    await withdrawn
    decide(true)
    await expect(answering).rejects.toMatchObject({ message: expect.stringContaining('pairing') })
    phone.pair(other).catch(() => {})
    expect(await page.complete()).toMatchObject({ address: first, verified: true })
    await page.client.disconnect()
  })
})
