import { createHash, randomBytes } from 'node:crypto'
import { proveNonce, type Visitor } from '../unit/server/visitor.js'
import { CALLBACK, type OidcProvider } from './attacks/oidc-transport.js'

const SITE = { domain: 'shop.example', uri: 'https://shop.example/', chainId: 31_337 }
const CLIENT = { redirect_uris: [CALLBACK], grant_types: ['authorization_code', 'refresh_token'] }
const SCOPE = { scope: 'openid profile wallet offline_access' }

/** The secret of a client in these tests. */
export const secretOf = (clientId: string): string => `a secret of the client ${clientId}, long enough`

/** Clients as a configuration has them: with a secret, by each way of sending it; without PKCE; without a secret. */
export const CLIENTS = [
  { client_id: 'shop', client_secret: secretOf('shop'), ...CLIENT, ...SCOPE },
  {
    ...{ client_id: 'post', client_secret: secretOf('post'), ...CLIENT, ...SCOPE },
    token_endpoint_auth_method: 'client_secret_post',
  },
  { client_id: 'old', client_secret: secretOf('old'), require_pkce: false, ...CLIENT, ...SCOPE },
  { client_id: 'app', token_endpoint_auth_method: 'none', ...CLIENT, ...SCOPE },
]

/** A path of the provider, as a page of it asks for it. */
const pathOf = (location: string) => {
  const { pathname, search } = new URL(location, 'https://shop.example')
  return pathname + search
}

/** A browser whose visitor signs with a wallet, and consents. */
export function openBrowser(provider: OidcProvider, visitor: Pick<Visitor, 'address' | 'sign'>) {
  const jar = new Map<string, string>()
  /** The pages that the browser has been shown. */
  const shown: string[] = []

  async function send(path: string, how: Parameters<OidcProvider['send']>[1] = {}) {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const reply = await provider.send(path, { ...how, cookie })
    for (const line of reply.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return reply
  }

  async function sign(path: string) {
    const { nonce } = JSON.parse((await send(`${path}/wallet/nonce`)).body)
    const proof = await proveNonce(nonce, visitor as Visitor, SITE)
    return send(`${path}/wallet/verify`, { method: 'POST', body: JSON.stringify(proof) })
  }

  return {
    jar,
    shown,
    send,
    sign,
    /** Goes from a request to the client's page, through all of the provider's. @returns what the client gets */
    async follow(first: Awaited<ReturnType<typeof send>>): Promise<URLSearchParams> {
      let reply = first
      for (let step = 0; step < 12; step++) {
        const { location } = reply.headers
        if (!location) throw new Error(`the provider answered ${reply.status}: ${reply.body}`)
        if (location.startsWith(CALLBACK)) return new URL(location).searchParams
        const path = pathOf(location)
        reply = await send(path)
        if (reply.headers.location) continue
        const [, title = ''] = /<title>([^<]*)/.exec(reply.body) ?? []
        shown.push(title)
        if (title.startsWith('Sign in')) {
          const verified = await sign(path)
          if (verified.status !== 200) return new URLSearchParams({ error: JSON.parse(verified.body).code })
          reply = await send(`${path}/login`, { method: 'POST' })
        } else if (title.startsWith('Allow')) reply = await send(`${path}/confirm`, { method: 'POST' })
        else throw new Error(`unexpected page: ${title}`)
      }
      throw new Error('the provider redirects for ever')
    },
  }
}

export type PartyBrowser = ReturnType<typeof openBrowser>

/** A client of the provider. */
export function createParty(provider: OidcProvider, clientId = 'shop') {
  const verifier = randomBytes(32).toString('base64url')
  const isPublic = clientId === 'app'
  const isPost = clientId === 'post'
  const challenge = {
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }

  async function post(path: string, fields: Record<string, string>) {
    const body = new URLSearchParams({
      ...(isPublic && { client_id: clientId }),
      ...(isPost && { client_id: clientId, client_secret: secretOf(clientId) }),
      ...fields,
    }).toString()
    const basic = Buffer.from(`${clientId}:${encodeURIComponent(secretOf(clientId))}`).toString('base64')
    const headers = {
      // A server sends no origin.
      origin: null,
      'content-type': 'application/x-www-form-urlencoded',
      ...(!isPublic && !isPost && { authorization: `Basic ${basic}` }),
    }
    const reply = await provider.send(path, { method: 'POST', body, headers })
    return { status: reply.status, body: reply.body ? JSON.parse(reply.body) : null }
  }

  const party = {
    post,
    /** The request that the browser is sent with; a null removes a parameter. */
    url(more: Record<string, string | null> = {}): string {
      const all = {
        client_id: clientId,
        redirect_uri: CALLBACK,
        response_type: 'code',
        scope: 'openid',
        state: 'state of this request',
        nonce: 'nonce of this request',
        ...challenge,
        ...more,
      }
      const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null)
      return `/auth?${new URLSearchParams(given)}`
    },
    authorize: async (browser: PartyBrowser, more?: Record<string, string | null>) =>
      browser.follow(await browser.send(party.url(more))),
    redeem: (code: string, more: Record<string, string> = {}) =>
      post('/token', {
        grant_type: 'authorization_code',
        code,
        redirect_uri: CALLBACK,
        code_verifier: verifier,
        ...more,
      }),
    refresh: (token: string) => post('/token', { grant_type: 'refresh_token', refresh_token: token }),
    /** Signs in and redeems the code. @returns the tokens */
    async signIn(browser: PartyBrowser, more?: Record<string, string | null>) {
      const answer = await party.authorize(browser, more)
      const { status, body } = await party.redeem(String(answer.get('code')))
      if (status !== 200) throw new Error(`no tokens: ${answer} ${JSON.stringify(body)}`)
      return body as { id_token: string; access_token: string; refresh_token: string; scope: string }
    },
  }
  return party
}

/** The claims of an id token. */
export const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(String(token.split('.')[1]), 'base64url').toString())
