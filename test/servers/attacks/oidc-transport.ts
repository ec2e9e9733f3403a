import { createHash, randomBytes } from 'node:crypto'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { OIDC_FOLDER } from '../install-oidc.js'
import { makeKeys } from '../oidc-site.js'
import { createProve, type Scene } from './attack.js'
import type { How, Outcome, Transport } from './transports.js'

const ORIGIN = 'https://shop.example'
export const CALLBACK = 'https://forum.example/callback'

/** The most bytes of a body that are sent without an answer. */
const PART = 128 * 1_024

interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** A provider in this process, so that its CPU time can be measured. */
export interface OidcProvider {
  send(path: string, how?: How): Promise<Reply>
  /** The address that a relying party sends a browser to. */
  authorizeUrl(more?: Record<string, string>): string
  clock: { time: number }
  stop(): void
}

/** @param changes what replaces or extends the configuration */
export async function startProvider(changes: object = {}): Promise<OidcProvider> {
  const { createOidcServer } = await import(
    /* @vite-ignore */ pathToFileURL(`${OIDC_FOLDER}/src/server.mjs`).href
  )
  const clock = { time: Date.now() }
  const client = { client_id: 'forum', client_name: 'Forum', token_endpoint_auth_method: 'none' }
  const { server } = await createOidcServer(
    {
      ...makeKeys(),
      issuer: ORIGIN,
      proxy: true,
      chains: ['eip155:1', 'starknet:SN_MAIN'],
      // A node that nobody reaches: without one, the server does not start.
      rpc: { 'starknet:SN_MAIN': 'http://127.0.0.1:9' },
      clients: [{ ...client, redirect_uris: [CALLBACK], scope: 'openid wallet' }],
      ...changes,
    },
    { now: () => clock.time },
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })

  function send(path: string, { method = 'GET', headers = {}, cookie, body }: How = {}): Promise<Reply> {
    const all: Record<string, string | null> = {
      host: 'shop.example',
      'x-forwarded-proto': 'https',
      ...(method !== 'GET' && { origin: ORIGIN, 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    }
    const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
    return new Promise((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port, method, path, headers: sent as Record<string, string>, agent },
        async (response) => {
          const reply = { status: response.statusCode ?? 0, headers: response.headers }
          const parts: Buffer[] = []
          try {
            for await (const part of response) parts.push(part)
          } catch {
            // What has come counts, also where the connection breaks off after it.
          }
          resolve({ ...reply, body: Buffer.concat(parts).toString() })
          // Do not wait for a body that was refused, or that is shorter than it declares.
          asked.destroy()
        },
      )
      asked.once('error', reject)
      // Stop sending a body that is refused by its length: the rest would stay in the socket, because nobody reads it.
      const bytes = Buffer.from(body ?? '')
      asked.write(bytes.subarray(0, PART))
      if (Number(sent['content-length'] ?? bytes.length) <= Math.min(bytes.length, PART)) asked.end()
    })
  }

  return {
    send,
    clock,
    authorizeUrl: (more = {}) =>
      `/auth?${new URLSearchParams({
        client_id: 'forum',
        redirect_uri: CALLBACK,
        response_type: 'code',
        scope: 'openid wallet',
        code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
        code_challenge_method: 'S256',
        ...more,
      })}`,
    stop() {
      agent.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}

/** The cookies of an answer, as a browser sends them back. */
export const cookiesOf = ({ headers }: Reply): string =>
  (headers['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ')

/** A visitor between a client's request and its answer. */
export interface Visit {
  uid: string
  /** The path of the page. */
  path: string
  cookie: string
}

/** Sends a browser to the provider. */
export async function beginVisit(provider: OidcProvider, cookie = ''): Promise<Visit> {
  const reply = await provider.send(provider.authorizeUrl(), { cookie })
  const path = String(reply.headers.location)
  return { uid: path.split('/').at(-1) as string, path, cookie: cookiesOf(reply) }
}

const toOutcome = (reply: Reply): Outcome => ({
  code: reply.status === 200 ? 'resolved' : (JSON.parse(reply.body).code ?? ''),
  cookie: null,
})

/** The calls of the element within one visit. */
export function openVisit(provider: OidcProvider, visit: Visit): Transport {
  const call = (name: string, how: How = {}) =>
    provider.send(`${visit.path}/wallet/${name}`, { cookie: visit.cookie, ...how })
  const post = async (how: How) => toOutcome(await call('verify', { method: 'POST', ...how }))
  return {
    async nonce(how) {
      return { nonce: JSON.parse((await call('nonce', how)).body).nonce, cookie: null }
    },
    verify: (proof, how = {}) => post({ body: JSON.stringify(proof), ...how }),
    async session(how) {
      return JSON.parse((await call('session', how)).body)?.address ?? null
    },
    signOut: async (how = {}) => toOutcome(await call('sign-out', { method: 'POST', body: '', ...how })),
    verifyMany(proof, count) {
      const body = JSON.stringify(Array(count).fill(proof))
      return () => post({ body })
    },
  }
}

/** Starts a new visit for one attack. */
export async function setVisit(provider: OidcProvider): Promise<Scene> {
  provider.clock.time = Date.now()
  const transport = openVisit(provider, await beginVisit(provider))
  const { clock } = provider
  return { transport, transportName: 'OIDC', clock, prove: createProve({ transport, clock }) } as Scene
}
