import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { createSignInContext } from '../../../src/server/context.js'
import { createSignInHandler } from '../../../src/server/handler.js'
import { createMemoryStore } from '../../../src/server/memory-store.js'
import { createSignInRouter } from '../../../src/server/router.js'
import { createSignIn, type SignInOptions } from '../../../src/server/sign-in.js'

const ORIGIN = 'https://shop.example'

/** The parts of a request besides the proof. */
export interface How {
  cookie?: string | undefined
  /** Headers that are added, or replace those of a browser of the site; null removes one. */
  headers?: Record<string, string | null>
  method?: string
  /** The body to send, in place of the proof. */
  body?: string | Uint8Array<ArrayBuffer>
}

/** The result: `resolved`, or the code of the refusal; and the cookie that was set. */
export interface Outcome {
  code: string
  cookie: string | null
}

/** One way to call a server. */
export interface Transport {
  /** Asks for a nonce, as a visitor with this cookie. */
  nonce(how?: How): Promise<{ nonce: string; cookie: string | null }>
  verify(proof: unknown, how?: How): Promise<Outcome>
  /** The address of the signed-in visitor, or null. */
  session(how?: How): Promise<string | null>
  signOut(how?: How): Promise<Outcome>
  /** Prepares one request with this many copies of a proof. */
  verifyMany(proof: unknown, count: number): () => Promise<Outcome>
}

export type TransportName = 'tRPC' | 'plain HTTP' | 'form' | 'OIDC'

export interface TransportOptions {
  signIn?: Partial<SignInOptions>
  bindNonce?: boolean
}

type Send = (path: string, request: How) => Promise<Response>

function request(path: string, { headers = {}, cookie, method = 'GET', body }: How, type: string): Request {
  const all: Record<string, string | null> = {
    ...(method !== 'GET' && { origin: ORIGIN, 'content-type': type }),
    ...(cookie && { cookie }),
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  }
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)
  return new Request(`${ORIGIN}${path}`, { method, headers: sent, ...(body !== undefined && { body }) })
}

const cookieOf = (headers: Headers): string | null => headers.getSetCookie()[0]?.split(';')[0] ?? null

async function readJson(response: Response) {
  const body = await response.json()
  return { body, cookie: cookieOf(response.headers) }
}

function openTrpc(send: Send): Transport {
  const outcome = async (response: Promise<Response>): Promise<Outcome> => {
    const { body, cookie } = await readJson(await response)
    const answers = Array.isArray(body) ? body : [body]
    const refused = answers.find(({ error }) => error)?.error
    return { code: refused ? (refused.data.reason ?? refused.data.code) : 'resolved', cookie }
  }
  const post = (path: string, how: How, body: string) => outcome(send(path, { method: 'POST', body, ...how }))
  return {
    async nonce(how = {}) {
      const { body, cookie } = await readJson(await send('/signIn.nonce', how))
      return { nonce: body.result.data.nonce, cookie }
    },
    verify: (proof, how = {}) => post('/signIn.verify', how, JSON.stringify(proof)),
    async session(how = {}) {
      const { body } = await readJson(await send('/signIn.session', how))
      return body.result?.data?.address ?? null
    },
    signOut: (how = {}) => post('/signIn.signOut', how, ''),
    verifyMany(proof, count) {
      const input = Object.fromEntries(Array.from({ length: count }, (_, index) => [index, proof]))
      const path = `/${Array(count).fill('signIn.verify').join(',')}?batch=1`
      const body = JSON.stringify(input)
      return () => post(path, {}, body)
    },
  }
}

function openPlain(send: Send): Transport {
  const outcome = async (response: Promise<Response>): Promise<Outcome> => {
    const { body, cookie } = await readJson(await response)
    return { code: body?.code ?? 'resolved', cookie }
  }
  const post = (path: string, how: How, body: string) => outcome(send(path, { method: 'POST', body, ...how }))
  return {
    async nonce(how = {}) {
      const { body, cookie } = await readJson(await send('/nonce', how))
      return { nonce: body.nonce, cookie }
    },
    verify: (proof, how = {}) => post('/verify', how, JSON.stringify(proof)),
    async session(how = {}) {
      const { body } = await readJson(await send('/session', how))
      return body?.address ?? null
    },
    signOut: (how = {}) => post('/sign-out', how, ''),
    verifyMany(proof, count) {
      const body = JSON.stringify(Array(count).fill(proof))
      return () => post('/verify', {}, body)
    },
  }
}

/** The form fields in which a page sends a proof. */
export function toForm(proof: unknown): URLSearchParams {
  const { chainId, address, message, signature } = Object(proof)
  const text = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
  return new URLSearchParams({
    wallet: `${chainId}:${address}`,
    wallet_message: text(message).replace(/\n/g, '\r\n'),
    wallet_signature: text(signature),
  })
}

/** Sends forms to a page of the site; everything else goes as plain calls. */
function openForm(plain: Transport, send: Send): Transport {
  const post = async (how: How): Promise<Outcome> => {
    const { body, cookie } = await readJson(await send('/login', { method: 'POST', ...how }))
    return { code: body.code, cookie }
  }
  return {
    ...plain,
    verify: (proof, how = {}) => post({ body: toForm(proof).toString(), ...how }),
    verifyMany(proof, count) {
      const fields = [...toForm(proof)].flatMap((field) => Array<typeof field>(count).fill(field))
      const body = new URLSearchParams(fields).toString()
      return () => post({ body })
    },
  }
}

/** Starts a server with one transport. */
export function openTransport(
  name: TransportName,
  { signIn: change, bindNonce = false }: TransportOptions = {},
) {
  const signIn = createSignIn({
    domain: 'shop.example',
    chains: ['eip155:1', 'starknet:SN_MAIN'],
    ...change,
    // A node that nobody reaches: without one, the server does not start.
    rpc: { 'starknet:SN_MAIN': 'http://127.0.0.1:9', ...change?.rpc },
  })
  const options = { bindNonce, sessionStore: createMemoryStore() }
  if (name === 'tRPC') {
    const router = createSignInRouter(signIn, options)
    const send: Send = (path, how) =>
      fetchRequestHandler({
        endpoint: '/trpc',
        req: request(`/trpc${path}`, how, 'application/json'),
        router,
        createContext: createSignInContext,
        maxBatchSize: 8,
      })
    return { signIn, transport: openTrpc(send) }
  }
  const handle = createSignInHandler(signIn, options)
  const plain = openPlain((path, how) => handle(request(path, how, 'application/json')))
  if (name === 'plain HTTP') return { signIn, transport: plain }
  const answerForm: Send = async (path, how) => {
    const headers = new Headers()
    const code = await handle
      .verifyForm(request(path, how, 'application/x-www-form-urlencoded'), headers)
      .then(
        () => 'resolved',
        (error) => error.code ?? String(error),
      )
    return Response.json({ code }, { headers })
  }
  return { signIn, transport: openForm(plain, answerForm) }
}
