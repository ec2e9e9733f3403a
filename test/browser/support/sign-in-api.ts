import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import type { SignIn } from '../../../src/exports/server.js'
import { createSignInContext, createSignInRouter } from '../../../src/exports/trpc.js'
import type { PageServer, Reply, SeenRequest } from '../../counterparts/servers.js'

/** Answers a page's request by a function of the web's `Request` and `Response`. */
export async function answerBy(
  server: PageServer,
  handle: (request: Request) => Promise<Response>,
  { method, path, query, headers, body }: SeenRequest,
): Promise<Reply> {
  const sent = Object.entries(headers).map(([key, value]) => [key, String(value)] as [string, string])
  const init = { method, headers: sent, ...(method === 'POST' && { body }) }
  const response = await handle(new Request(`${server.origin}${path}?${query}`, init))
  return {
    status: response.status,
    headers: { ...Object.fromEntries(response.headers), 'set-cookie': response.headers.getSetCookie() },
    body: await response.text(),
  }
}

/** Serves the server's half of the sign-in below `/api`, where `api-url="/api"` finds it. */
export function serveSignIn(server: PageServer, signIn: SignIn): void {
  const router = createSignInRouter(signIn)
  const handle = (req: Request) =>
    fetchRequestHandler({ endpoint: '/api', req, router, createContext: createSignInContext })
  for (const name of ['nonce', 'verify', 'session', 'signOut'])
    server.route(`/api/signIn.${name}`, (request) => answerBy(server, handle, request))
}
