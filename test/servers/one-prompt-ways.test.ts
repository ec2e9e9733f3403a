import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { AuthTypes } from '@walletconnect/types'
import { type Hex, pad } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { toPayload } from '../../src/connectors/evm/relay/sign-in-request.js'
import type { SignInProof } from '../../src/protocol/sign-in-proof.js'
import { readCacao } from '../../src/protocol/siwe/cacao.js'
import { createSignInContext } from '../../src/server/context.js'
import { createSignInHandler } from '../../src/server/handler.js'
import { createSignInRouter } from '../../src/server/router.js'
import { createSignIn } from '../../src/server/sign-in.js'
import type { SignInConfig } from '../../src/sign-in/adapter.js'
import { createApiAdapter } from '../../src/sign-in/api-adapter.js'
import { createFormAdapter } from '../../src/sign-in/form-adapter.js'
import type { FormProof } from '../../src/sign-in/form-proof.js'
import { first, second, useRelay } from '../chain/relay/bench.js'
import { openSignInPage } from '../chain/relay/sign-in-page.js'
import { accountCode, planAccount, wrap } from '../chain/sign-in/contracts.js'
import type { Phone } from '../counterparts/relay-phone.js'
import { PHONE_KEYS } from '../counterparts/relay-phone-evm.js'
import {
  type PhoneSignIn,
  type SigningOptions,
  sending,
  signing,
  signPayload,
} from '../counterparts/relay-phone-sign-in.js'
import { createVisitor } from '../unit/server/visitor.js'
import { type OidcProvider, startProvider } from './attacks/oidc-transport.js'
import { CLIENTS, claimsOf, createParty, openBrowser } from './oidc-party.js'

const SITE = 'https://shop.example'
const CHAIN = 'eip155:31337'

/** One visitor's way to a server. */
interface Way {
  /** The page's attributes. */
  config: Partial<SignInConfig>
  issueNonce(): Promise<string>
  /** Sends a proof as the page does. Rejects with the server's code. */
  send(proof: SignInProof): Promise<unknown>
  /** Who has signed in, as the server says: an address, or null. */
  who(): Promise<string | null>
}

const bench = useRelay()
let provider: OidcProvider
let phone: Phone
beforeAll(async () => {
  const rpc = { [CHAIN]: bench.node.url }
  provider = await startProvider({ chains: [CHAIN], clients: CLIENTS, rpc })
  phone = await bench.startApp()
})
afterAll(() => provider?.stop())
afterEach(() => void vi.unstubAllGlobals())

const createServer = () =>
  createSignIn({ domain: 'shop.example', chains: [CHAIN], rpc: { [CHAIN]: bench.node.url } })

/** Answers the page's requests to the site; all others go to the network. */
function serve(url: string, answer: (request: Request) => Promise<Response>): Pick<Way, 'config' | 'send'> {
  const { fetch } = globalThis
  let cookie = ''
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init)
    if (new URL(request.url).origin !== SITE) return fetch(request)
    // What a browser adds.
    if (request.method !== 'GET') request.headers.set('origin', SITE)
    if (cookie) request.headers.set('cookie', cookie)
    const response = await answer(request)
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return response
  })
  const adapter = createApiAdapter(url)
  return {
    config: { apiUrl: url, signInAdapter: undefined },
    send: (proof) => adapter.verify(proof),
  }
}

/** The sign-in calls over HTTP, by the page's own client. */
function openCalls(path: string, answer: (request: Request) => Promise<Response>): Way {
  const way = serve(`${SITE}${path}`, answer)
  const adapter = createApiAdapter(`${SITE}${path}`)
  return {
    ...way,
    async issueNonce() {
      const issued = await adapter.getNonce()
      return typeof issued === 'string' ? issued : issued.nonce
    },
    who: async () => (await adapter.getSession())?.address ?? null,
  }
}

function openForm(): Way {
  const handle = createSignInHandler(createServer(), { base: '/wallet' })
  let who: string | null = null
  /** Submits the control's fields, as a browser writes them. */
  async function submit(proof: FormProof) {
    const fields = [...(proof.toFormData('wallet') ?? [])].map(([name, value]) => [
      name,
      String(value).replace(/\n/g, '\r\n'),
    ])
    const headers = { origin: SITE, 'content-type': 'application/x-www-form-urlencoded' }
    const body = new URLSearchParams(fields).toString()
    const request = new Request(`${SITE}/login`, { method: 'POST', headers, body })
    who = (await handle.verifyForm(request, new Headers())).address
  }
  const issueNonce = async () =>
    (await (await handle(new Request(`${SITE}/wallet/nonce`))).json()).nonce as string
  const taken: FormProof[] = []
  const form = { nonce: '', take: (proof: FormProof | null) => void (proof && taken.push(proof)) }
  return {
    config: { signIn: 'form', form },
    async issueNonce() {
      form.nonce = await issueNonce()
      vi.stubGlobal('location', { host: 'shop.example', origin: SITE })
      return form.nonce
    },
    send: (proof) =>
      new Promise((resolve, reject) => {
        const take = (given: FormProof | null) => void submit(given as FormProof).then(resolve, reject)
        void createFormAdapter(form.nonce, take).verify(proof)
      }),
    async who() {
      for (const proof of taken.splice(0)) await submit(proof)
      return who
    },
  }
}

async function openOidc(): Promise<Way> {
  const party = createParty(provider)
  const browser = openBrowser(provider, createVisitor())
  const begun = await browser.send(party.url())
  const { pathname } = new URL(String(begun.headers.location), SITE)
  const way = openCalls(`${pathname}/wallet`, async (request) => {
    const { method, url } = request
    const body = method === 'GET' ? {} : { body: await request.text() }
    const reply = await browser.send(new URL(url).pathname, { method, ...body })
    const { status } = reply
    return new Response(reply.body, { status, headers: { 'content-type': 'application/json' } })
  })
  return {
    ...way,
    async who() {
      const submitted = await browser.send(`${pathname}/login`, { method: 'POST' })
      // Nobody has signed.
      if (submitted.status === 403) return null
      const code = (await browser.follow(submitted)).get('code')
      const { body } = await party.redeem(String(code))
      return claimsOf(body.id_token).sub.replace(`${CHAIN}:`, '')
    },
  }
}

const WAYS: Record<string, () => Way | Promise<Way>> = {
  'plain JSON': () => openCalls('/wallet', createSignInHandler(createServer(), { base: '/wallet' })),
  'a form': openForm,
  tRPC: () => {
    const router = createSignInRouter(createServer())
    return openCalls('/trpc', (req) =>
      fetchRequestHandler({ endpoint: '/trpc', req, router, createContext: createSignInContext }),
    )
  },
  'the OpenID provider': openOidc,
}

const owner = privateKeyToAccount(PHONE_KEYS[0] as Hex).address

/** What signs on the phone, and the account that it signs for. */
const SIGNERS: Record<string, () => Promise<{ address: string; signIn: PhoneSignIn }>> = {
  'a key': async () => ({ address: first, signIn: signing() }),
  async 'a contract account'() {
    const { address } = createVisitor()
    await bench.node.request('anvil_setCode', [address, accountCode(owner)])
    return signFor({ addressOf: () => address })
  },
  async 'a contract account that is not deployed yet'() {
    const { address, factoryCalldata } = planAccount(owner, pad('0x31'))
    const pack = (own: Hex) => wrap(factoryCalldata, own)
    return signFor({ addressOf: () => address, type: 'eip6492', pack })
  },
}

function signFor(contract: NonNullable<SigningOptions['contract']>) {
  const signIn = sending((client, request) => signPayload(client, request, { contract }))
  return { address: contract.addressOf(0), signIn }
}

describe.each(Object.entries(WAYS))('what a phone has signed in one prompt, by %s', (_, openWay) => {
  it.each(Object.entries(SIGNERS))('signs in: %s (EW34)', async (_name, create) => {
    const way = await openWay()
    if (way.config.form) await way.issueNonce()
    const { address, signIn } = await create()
    const app = await bench.startApp({ signIn })
    const page = await openSignInPage(bench, { config: way.config })
    const { uri } = await page.showCode()
    app.pair(uri).catch(() => {})
    const detail = await page.complete()
    expect(detail).toMatchObject({ address, chainId: CHAIN, verified: !way.config.form })
    expect(detail.message).toContain('\n- urn:recap:')
    expect(app.requests).toEqual([])
    expect(await way.who()).toBe(address)
    await page.client.disconnect()
  })

  /** Signs for the fields of a page, as a phone does. */
  async function sign(nonce: string, change: object = {}): Promise<SignInProof & { message: string }> {
    const fields = { domain: 'shop.example', uri: `${SITE}/`, version: '1' as const, chainId: 31_337 }
    const issuedAt = new Date().toISOString()
    const authPayload = toPayload({ ...fields, nonce, issuedAt, ...change }, [CHAIN])
    const [cacao] = await signPayload(phone.client, { params: { authPayload } } as never, { chains: [CHAIN] })
    const { text, address, signature } = readCacao(cacao as AuthTypes.Cacao)
    return { namespace: 'eip155', chainId: CHAIN, address, message: text, signature }
  }
  const sign191 = (message: string) => privateKeyToAccount(PHONE_KEYS[0] as Hex).signMessage({ message })
  const withoutRecap = (message: string) => message.replace(/\nResources:[\s\S]*/, '')
  const codeOf = (sent: Promise<unknown>) =>
    sent.then(
      () => 'resolved',
      (error) => error.reason ?? error.code,
    )

  it.each<[string, string, (nonce: string) => Promise<SignInProof>]>([
    [
      'forged',
      'signature_invalid',
      async (nonce) => ({ ...(await sign(nonce)), signature: `0x${'11'.repeat(64)}1b` }),
    ],
    [
      'for another domain',
      'domain_mismatch',
      (nonce) => sign(nonce, { domain: 'evil.example', uri: 'https://evil.example/' }),
    ],
    ['for another address', 'domain_mismatch', (nonce) => sign(nonce, { uri: 'https://evil.example/' })],
    ['with a nonce of nobody', 'nonce_unknown', () => sign('nAnEarlierNonce1234567890')],
    [
      'sent for another account',
      'account_mismatch',
      async (nonce) => ({ ...(await sign(nonce)), address: second }),
    ],
    [
      'in the name of another account',
      'signature_invalid',
      async (nonce) => {
        const proof = await sign(nonce)
        return { ...proof, address: second, message: proof.message.replace(first, second) }
      },
    ],
    [
      'and then stripped of its ReCap',
      'message_invalid',
      async (nonce) => {
        const proof = await sign(nonce)
        return { ...proof, message: withoutRecap(proof.message) }
      },
    ],
    [
      'without its ReCap, which the statement tells',
      'message_invalid',
      async (nonce) => {
        const proof = await sign(nonce)
        const message = withoutRecap(proof.message)
        return { ...proof, message, signature: await sign191(message) }
      },
    ],
    [
      'and then stripped of its ReCap and its sentence',
      'signature_invalid',
      async (nonce) => {
        const proof = await sign(nonce)
        return { ...proof, message: withoutRecap(proof.message).replace(/I further.*\n/, '') }
      },
    ],
  ])('is refused %s: %s (EW34)', async (_name, code, make) => {
    const way = await openWay()
    expect(await codeOf(way.send(await make(await way.issueNonce())))).toBe(code)
    expect(await way.who()).toBeNull()
  })

  it('is refused when it is sent again: nonce_used (EW34)', async () => {
    const way = await openWay()
    const proof = await sign(await way.issueNonce())
    expect(await codeOf(way.send(proof))).toBe('resolved')
    expect(await codeOf(way.send(proof))).toBe('nonce_used')
    expect(await way.who()).toBe(first)
  })
})
