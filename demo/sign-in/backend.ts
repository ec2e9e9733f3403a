import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { createSignIn } from '../../src/exports/server.js'
import { createSignInContext, createSignInRouter } from '../../src/exports/trpc.js'
import { createScriptedAccount } from '../../src/testing/starknet/account.js'
import type { PageServer, SeenRequest } from '../../test/counterparts/servers.js'
import { ETH_TOKEN, STRK_TOKEN, type StarknetTestNode } from '../../test/counterparts/starknet-node.js'
import { STARKNET_CHAIN, STARKNET_KEYS, STARKNET_PATH } from './starknet.js'

const PROCEDURES = ['nonce', 'verify', 'session', 'signOut'].map((name) => `/api/signIn.${name}`)

const toRequest = (origin: string, { method, path, query, headers, body }: SeenRequest): Request =>
  new Request(`${origin}${path}?${query}`, {
    method,
    headers: Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
    ...(method !== 'GET' && { body }),
  })

/**
 * Adds the sign-in API to the demo's own server, below `/api`, as a shop would: on the same origin, with sessions in a
 * cookie.
 *
 * @param node the Starknet chain, on which the demo wallet's accounts are deployed
 */
export function addSignIn(server: PageServer, chains: readonly string[], node: StarknetTestNode): void {
  for (const key of STARKNET_KEYS) {
    const account = createScriptedAccount(key, 'argent')
    node.chain.deploy(account)
    for (const token of [ETH_TOKEN, STRK_TOKEN]) node.chain.setBalance(token, account.address, 10n ** 19n)
  }
  server.route(STARKNET_PATH, async ({ body }) => {
    const answer = await fetch(node.url, { method: 'POST', body })
    return { headers: { 'content-type': 'application/json' }, body: await answer.text() }
  })

  // A visitor may use either name of this machine, and each is a site of its own.
  const routers = new Map(
    [server.origin, server.alias].map((origin) => {
      const { host } = new URL(origin)
      const signIn = createSignIn({
        domain: host,
        scheme: 'http',
        chains: [...chains, STARKNET_CHAIN],
        rpc: { [STARKNET_CHAIN]: node.url },
      })
      return [host, { origin, router: createSignInRouter(signIn) }]
    }),
  )
  for (const path of PROCEDURES) {
    server.route(path, async (request) => {
      const site = routers.get(String(request.headers.host))
      if (!site) return { status: 421 }
      const response = await fetchRequestHandler({
        endpoint: '/api',
        req: toRequest(site.origin, request),
        router: site.router,
        createContext: createSignInContext,
      })
      const headers = Object.fromEntries(response.headers)
      return {
        status: response.status,
        headers: { ...headers, 'set-cookie': response.headers.getSetCookie() },
        body: await response.text(),
      }
    })
  }
}
