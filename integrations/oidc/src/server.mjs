import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import Keyv from 'keyv'
import Provider, { errors } from 'oidc-provider'
import { createSignIn } from 'wallet-connect-button/server'
import { CLAIMS, createFindAccount } from './account.mjs'
import { createInteractions } from './interactions.mjs'
import { createAdapter } from './keyv-adapter.mjs'
import { logoutPage, textPage } from './pages.mjs'

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

async function sendFile(pathname, response) {
  const prefix = Object.keys(FOLDERS).find((start) => pathname.startsWith(start))
  if (!prefix) return false
  const file = normalize(join(FOLDERS[prefix], decodeURIComponent(pathname.slice(prefix.length))))
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

function createProvider(config, store, resolveName) {
  const provider = new Provider(config.issuer, {
    adapter: createAdapter(store),
    clients: config.clients,
    jwks: config.jwks,
    cookies: { keys: config.cookieKeys },
    findAccount: createFindAccount(resolveName),
    claims: CLAIMS,
    scopes: ['openid', 'profile', 'wallet', 'offline_access'],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      introspection: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: async (ctx, form) => {
          ctx.body = logoutPage(form, ctx.host)
        },
        postLogoutSuccessSource: async (ctx) => {
          ctx.body = textPage('Signed out', 'You are signed out. Your wallet stays as it is.')
        },
      },
    },
    renderError: async (ctx, { error, error_description: description }) => {
      ctx.type = 'html'
      ctx.body = textPage('This did not work', `${description ?? ''} (${error})`)
    },
    ttl: { Session: 14 * 24 * 60 * 60, Interaction: 60 * 60, Grant: 14 * 24 * 60 * 60, ...config.ttl },
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
    now,
    nonceStore: nonces,
    secret: config.cookieKeys[0],
  })
  const provider = createProvider(config, tokens, resolveName)
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

  const server = createServer(async (request, response) => {
    try {
      const { pathname } = new URL(request.url, issuer)
      if ((await sendFile(pathname, response)) || (await interact(request, response))) return
      await answer(request, response)
    } catch (error) {
      console.error(error)
      const isGone = error instanceof errors.SessionNotFound
      if (!response.headersSent)
        response.writeHead(isGone ? 400 : 500, { 'content-type': 'text/html; charset=utf-8' })
      response.end(textPage('This did not work', 'Go back to where you came from, and begin again.'))
    }
  })
  return { server, provider }
}
