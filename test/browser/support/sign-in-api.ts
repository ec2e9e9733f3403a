import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { SignIn } from '../../../src/exports/server.js'
import { createSignInContext, createSignInRouter } from '../../../src/exports/trpc.js'
import type { PageServer } from '../../counterparts/servers.js'

/** Serves the server's half of the sign-in below `/api`, where `api-url="/api"` finds it. */
export function serveSignIn(server: PageServer, signIn: SignIn): void {
  const router = createSignInRouter(signIn)
  for (const name of ['nonce', 'verify', 'session', 'signOut']) {
    server.route(`/api/signIn.${name}`, async ({ method, path, query, headers, body }) => {
      const sent = Object.entries(headers).map(([key, value]) => [key, String(value)] as [string, string])
      const response = await fetchRequestHandler({
        endpoint: '/api',
        req: new Request(`${server.origin}${path}?${query}`, {
          method,
          headers: sent,
          ...(method === 'POST' && { body }),
        }),
        router,
        createContext: createSignInContext,
      })
      return {
        status: response.status,
        headers: { ...Object.fromEntries(response.headers), 'set-cookie': response.headers.getSetCookie() },
        body: await response.text(),
      }
    })
  }
}
