import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { describe, expect, it } from 'vitest'
import { createStarknetSignIn } from '../../../src/protocol/sign-in-starknet.js'
import { createSignInContext } from '../../../src/server/context.js'
import { createSignInHandler } from '../../../src/server/handler.js'
import { createSignInRouter } from '../../../src/server/router.js'
import type { RpcSource } from '../../../src/server/rpc.js'
import { createSignIn, type SignIn } from '../../../src/server/sign-in.js'
import type { KeyValueStore } from '../../../src/server/store.js'
import { createVisitor, prove } from './visitor.js'

const ORIGIN = 'https://shop.example'
const SECRET = 'https://user:hush@node.internal:8545/key'

/** Words that stand for something inside: addresses, secrets, files, stacks. */
const INSIDE =
  /hush|node\.internal|postgres|key":|node_modules|\.[cm]?[jt]s\b|\bat (?:\S+ \(|file:)|Error:|stack/i

const fail = (error: unknown) => () => Promise.reject(error)

/** Nodes that fail, each in its own words. */
const NODES: Record<string, RpcSource> = {
  'throws an error': fail(new Error(`connect ECONNREFUSED ${SECRET}`)),
  'throws text': fail(SECRET),
  'throws a JSON-RPC error': fail({ code: -32_000, message: `upstream ${SECRET} is down` }),
  'reverts with words of its own': fail({ code: 40, message: `Contract error ${SECRET}` }),
  'answers an object': async () => ({ key: SECRET }),
  'answers a page': async () => `<h1>${SECRET}</h1>`,
  'has an address that nobody answers': 'http://127.0.0.1:9/hush',
  'has an address that is none': 'hush',
}

/** Stores that fail in one of their calls. */
const STORES: Record<string, () => KeyValueStore> = Object.fromEntries(
  ['get', 'set', 'delete'].map((name) => [
    `fails to ${name}`,
    () => {
      const map = new Map<string, string>()
      const store: KeyValueStore = {
        get: (key) => map.get(key),
        set: (key, value) => void map.set(key, value),
        delete: (key) => map.delete(key),
      }
      return { ...store, [name]: fail(new Error(`postgres://user:hush@db.internal: ${name}`)) }
    },
  ]),
)

interface Ways {
  /** Sends to one of the calls. @returns everything that goes to the outside */
  send(call: string, body?: unknown): Promise<string>
  calls: string[]
}

const toText = async (response: Response): Promise<string> =>
  `${response.status} ${JSON.stringify([...response.headers])} ${await response.text()}`

const toRequest = (path: string, body: unknown, type = 'application/json') =>
  new Request(`${ORIGIN}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      origin: ORIGIN,
      cookie: `__Host-wallet_session=${'ab'.repeat(32)}`,
      ...(body !== undefined && { 'content-type': type }),
    },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof URLSearchParams ? body : JSON.stringify(body),
    }),
  })

const WAYS: Record<string, (signIn: SignIn, sessionStore?: KeyValueStore) => Ways> = {
  'plain HTTP': (signIn, sessionStore) => {
    const handle = createSignInHandler(signIn, { sessionStore, keepProof: true, base: '/auth' })
    const send = async (call: string, body?: unknown) =>
      toText(await handle(toRequest(`/auth/${call}`, body)))
    return { send, calls: ['nonce', 'verify', 'session', 'sign-out', 'openapi.json', 'none'] }
  },
  tRPC: (signIn, sessionStore) => {
    const router = createSignInRouter(signIn, { sessionStore, keepProof: true })
    const names: Record<string, string> = { 'sign-out': 'signOut' }
    const send = async (call: string, body?: unknown) =>
      toText(
        await fetchRequestHandler({
          endpoint: '/trpc',
          req: toRequest(`/trpc/signIn.${names[call] ?? call}`, body),
          router,
          createContext: createSignInContext,
        }),
      )
    return { send, calls: ['nonce', 'verify', 'session', 'sign-out', 'none'] }
  },
  form: (signIn, sessionStore) => {
    const handle = createSignInHandler(signIn, { sessionStore, keepProof: true })
    const send = async (_call: string, body?: any) => {
      const { chainId, address, message, signature } = Object(body)
      const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
      const form = new URLSearchParams({
        wallet: `${chainId}:${address}`,
        wallet_message: text(message),
        wallet_signature: text(signature),
      })
      const headers = new Headers()
      const request = toRequest('/login', form, 'application/x-www-form-urlencoded')
      return handle.verifyForm(request, headers).then(
        (signed) => JSON.stringify([signed.address, [...headers]]),
        (error) => JSON.stringify({ code: error.code, message: error.message }),
      )
    }
    return { send, calls: ['verify'] }
  },
}

const STARKNET = 'starknet:SN_MAIN'

/** Proofs that a node has to be asked about. */
async function createQuestions(signIn: SignIn): Promise<unknown[]> {
  const visitor = createVisitor()
  const contract = { ...(await prove(signIn, visitor)), signature: `0x${'11'.repeat(80)}` }
  const { nonce, domain } = await signIn.issueNonce()
  const starknet = {
    namespace: 'starknet',
    chainId: STARKNET,
    address: `0x${'12'.padStart(64, '0')}`,
    message: createStarknetSignIn({ domain, chainId: STARKNET, message: nonce }),
    signature: ['0x1', '0x2'],
  }
  const deployment = { class_hash: '0x1', salt: '0x1', calldata: ['0x1'], version: 1 }
  return [contract, starknet, { ...starknet, deployment }]
}

function create(node: RpcSource, nonceStore?: KeyValueStore): SignIn {
  const rpc = { 'eip155:1': node, [STARKNET]: node }
  return createSignIn({ domain: 'shop.example', chains: ['eip155:1', STARKNET], rpc, nonceStore })
}

describe.each(Object.entries(WAYS))('by %s nothing inside goes to the outside', (_, open) => {
  it.each(Object.entries(NODES))('where a node %s', async (_name, node) => {
    const signIn = create(node)
    const { send } = open(signIn)
    for (const proof of await createQuestions(signIn)) {
      const said = await send('verify', proof)
      expect(said).toMatch(/signature_invalid|rpc_failed|account_not_deployed/)
      expect(said).not.toMatch(INSIDE)
    }
  })

  it.each(Object.entries(STORES))('where a store %s', async (_name, createStore) => {
    const store = createStore()
    const signIn = create(async () => '0x', store)
    const { send, calls } = open(signIn, store)
    const proof = await prove(
      create(async () => '0x'),
      createVisitor(),
    )
    // Without an account, a sign-out asks the store to delete whatever the cookie names.
    const bodies: Record<string, unknown> = { verify: proof, 'sign-out': {} }
    let failed = 0
    for (const call of calls) {
      const said = await send(call, bodies[call])
      expect(said, call).not.toMatch(call === 'openapi.json' ? /hush|postgres/ : INSIDE)
      if (said.includes('store_failed')) failed++
    }
    if (calls.length > 1) expect(failed).toBeGreaterThan(0)
  })

  it.each([
    ['null', 'null'],
    ['cut', '{'],
    ['a list', '[]'],
    ['text', '"text"'],
    ['half of a proof', '{"namespace":"eip155"}'],
    ['a prototype', '{"__proto__":{"toString":1}}'],
    ['deep', `{"message":${'['.repeat(2_000)}${']'.repeat(2_000)}}`],
    ['of other types', '{"namespace":"eip155","chainId":{"a":1},"address":[],"message":{},"signature":{}}'],
  ])('where a body is %s: a code and a sentence', async (_name, body) => {
    const { send } = open(create(async () => '0x'))
    const said = await send('verify', body)
    expect(said).not.toMatch(INSIDE)
    expect(said).toMatch(/"(?:code|reason)":"\w+"/)
    expect(said).toMatch(/"message":"[^"]{10,}/)
  })
})
