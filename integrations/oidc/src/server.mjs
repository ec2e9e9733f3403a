import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import Keyv from 'keyv'
import Provider, { errors, interactionPolicy } from 'oidc-provider'
import { createSignIn } from 'wallet-connect-button/server'
import { CLAIMS, createFindAccount } from './account.mjs'
import { createInteractions } from './interactions.mjs'
import { createKeptProofs } from './kept-proofs.mjs'
import { createAdapter } from './keyv-adapter.mjs'
import { logoutPage, pageHeaders, textPage } from './pages.mjs'

const TYPES = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

/** Folders with public files. */
const FOLDERS = {
  '/assets/': fileURLToPath(new URL('../pages/', import.meta.url)),
  '/wallet/': fileURLToPath(new URL('.', import.meta.resolve('wallet-connect-button/dist/embed.js'))),
}

/** Reads escapes in a path; null where they are no UTF-8. */
function decode(path) {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}

/** The longest request of a client by POST, in bytes: it becomes an address. */
const MAX_POST = 8_192

/**
 * Answers a client's request by POST, which OpenID Connect allows too: the browser asks again by GET, because it sends
 * cookies that are Lax with no POST of another site.
 */
async function turnIntoGet(pathname, request, response) {
  if (request.method !== 'POST' || pathname !== '/auth') return false
  let body = ''
  for await (const part of request.setEncoding('utf8')) {
    if (body.length <= MAX_POST) body += part
  }
  const isForm = /^application\/x-www-form-urlencoded\b/.test(request.headers['content-type'])
  if (!isForm || body.length > MAX_POST) response.writeHead(isForm ? 413 : 415).end()
  else
    response
      .writeHead(303, { location: `/auth?${new URLSearchParams(body)}`, 'cache-control': 'no-store' })
      .end()
  return true
}

async function sendFile(pathname, response) {
  const prefix = Object.keys(FOLDERS).find((start) => pathname.startsWith(start))
  if (!prefix) return false
  const file = normalize(join(FOLDERS[prefix], decode(pathname.slice(prefix.length)) ?? ''))
  const isInside = file.startsWith(normalize(FOLDERS[prefix] + sep))
  const body = isInside && TYPES[extname(file)] ? await readFile(file).catch(() => null) : null
  response.writeHead(body ? 200 : 404, {
    'content-type': TYPES[extname(file)] ?? 'text/plain',
    'x-content-type-options': 'nosniff',
  })
  response.end(body ?? '')
  return true
}

/**
 * Redis if it is configured, else this process's memory. An error of the store is thrown, and never read as a missing
 * entry.
 */
async function openStore(url, namespace) {
  const store = url
    ? new (await import('@keyv/redis')).default({ url, disableOfflineQueue: true })
    : undefined
  const keyv = new Keyv({ ...(store && { store }), namespace, throwOnErrors: true })
  keyv.on('error', (error) => console.error(`${namespace}: ${error?.message}`))
  // A call without a connection fails, also before the first one.
  await store?.getClient()
  return keyv
}

/** Asks for the wallet again where the account no longer accepts the signature of the session. */
function createPolicy(proofs) {
  const policy = interactionPolicy.base()
  const hasChanged = async ({ oidc: { session, result } }) =>
    Boolean(session.accountId) && !result?.login && !(await proofs.stillHolds(session.uid, session.loginTs))
  policy
    .get('login')
    .checks.add(
      new interactionPolicy.Check(
        'account_changed',
        'The account no longer accepts its signature',
        'login_required',
        hasChanged,
      ),
    )
  return policy
}

/** Finds an account, keeps the proof that it has just given, and asks it again before its tokens are renewed. */
const createFindAsked = (find, proofs) => async (ctx, subject, token) => {
  const { session, result } = ctx.oidc
  const proof = result?.login?.proof
  if (!token && proof) await proofs.keep(session.uid, session.loginTs, proof)
  if (token?.kind === 'RefreshToken' && !(await proofs.stillHolds(token.sessionUid, token.authTime))) {
    await token.constructor.revokeByGrantId(token.grantId)
    return undefined
  }
  return find(ctx, subject, token)
}

/** The option of a client that cannot send PKCE. A client without a secret has nothing else that binds its codes. */
function checkPkce(_ctx, name, value, { token_endpoint_auth_method: method }) {
  if (value === undefined || value === true || (value === false && method !== 'none')) return
  throw new errors.InvalidClientMetadata(`${name} can be false for a client with a secret only`)
}

const sendPage = (ctx, html, leaves = false) => {
  ctx.set(pageHeaders({ leaves }))
  ctx.body = html
}

function createProvider(config, store, proofs, ttl, resolveName) {
  const provider = new Provider(config.issuer, {
    adapter: createAdapter(store),
    clients: config.clients,
    jwks: config.jwks,
    cookies: { keys: config.cookieKeys },
    findAccount: createFindAsked(createFindAccount(resolveName), proofs),
    claims: CLAIMS,
    scopes: ['openid', 'profile', 'wallet', 'offline_access'],
    extraClientMetadata: { properties: ['require_pkce'], validator: checkPkce },
    pkce: { required: (_ctx, client) => client.require_pkce !== false },
    responseTypes: ['code'],
    rotateRefreshToken: true,
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}`, policy: createPolicy(proofs) },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      // A token tells nobody but its own client who has signed in where.
      introspection: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx, form) => {
          sendPage(ctx, logoutPage(form, ctx.host), Boolean(ctx.oidc.session.state?.postLogoutRedirectUri))
        },
        postLogoutSuccessSource: async (ctx) => {
          sendPage(ctx, textPage('Signed out', 'You are signed out. Your wallet stays as it is.'))
        },
      },
    },
    renderError: async (ctx, { error, error_description: description }) => {
      sendPage(ctx, textPage('This did not work', `${description ?? ''} (${error})`))
    },
    ttl,
    ...config.provider,
  })
  // A proxy in front of it handles https.
  provider.proxy = config.proxy === true
  return provider
}

/** @throws Error for a configuration that lacks a required value */
function checkConfig(config) {
  for (const name of ['issuer', 'clients', 'jwks', 'cookieKeys', 'chains']) {
    if (!config[name]) throw new Error(`The configuration has no ${name}: see config.example.json`)
  }
}

/**
 * Creates the server of an OpenID Connect provider with sign-in by wallet.
 *
 * @param {object} config see config.example.json
 * @param {object} [more] `resolveName(address, chainId)` for the claims of the scope `profile`; `now()`, epoch ms, for
 * tests
 */
export async function createOidcServer(config, { resolveName = async () => null, now = Date.now } = {}) {
  checkConfig(config)
  const { host, protocol } = new URL(config.issuer)
  const [tokens, nonces] = await Promise.all(['oidc', 'nonces'].map((name) => openStore(config.redis, name)))
  const signIn = createSignIn({
    domain: host,
    scheme: protocol === 'http:' ? 'http' : 'https',
    chains: config.chains,
    rpc: config.rpc ?? {},
    statement: config.statement,
    now,
    nonceStore: nonces,
    secret: config.cookieKeys[0],
  })
  const ttl = { Session: 14 * 24 * 60 * 60, Interaction: 60 * 60, Grant: 14 * 24 * 60 * 60, ...config.ttl }
  const proofs = createKeptProofs(signIn, tokens, ttl)
  const provider = createProvider(config, tokens, proofs, ttl, resolveName)
  const { issuer, chains, attributes, connect } = config
  const interact = createInteractions({
    provider,
    signIn,
    store: tokens,
    issuer,
    chains,
    attributes,
    connect,
  })
  const answer = provider.callback()

  const fail = (response, status) => {
    if (!response.headersSent) response.writeHead(status, pageHeaders())
    response.end(textPage('This did not work', 'Go back to where you came from, and begin again.'))
  }

  const server = createServer(async (request, response) => {
    try {
      // A path begins with one slash; `//` begins a host.
      if (!/^\/(?!\/)/.test(request.url) || !URL.canParse(request.url, issuer)) return fail(response, 400)
      // Every address that the provider names is the issuer's, whatever host a request claims to be for.
      request.headers.host = host
      delete request.headers['x-forwarded-host']
      const { pathname } = new URL(request.url, issuer)
      if (await sendFile(pathname, response)) return
      if (await turnIntoGet(pathname, request, response)) return
      if (await interact(request, response)) return
      await answer(request, response)
    } catch (error) {
      const isGone = error instanceof errors.SessionNotFound
      if (!isGone) console.error(error)
      fail(response, isGone ? 400 : 500)
    }
  })
  return { server, provider }
}
