// Sign-in as plain JSON with Deno's own server.
//
//   DOMAIN=shop.example PORT=3001 deno run --allow-net --allow-env server.mjs
//
// The page: <wallet-connect-button sign-in="on-connect" api-url="/auth">
import { createSignIn, createSignInHandler } from 'wallet-connect-button/server'

const port = Number(Deno.env.get('PORT') ?? 3001)
const domain = Deno.env.get('DOMAIN') ?? `localhost:${port}`

const signIn = createSignIn({ domain, chains: ['eip155:1'] })
const handle = createSignInHandler(signIn, { base: '/auth' })

Deno.serve({ port }, async (request) => {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/auth/')) return handle(request)
  if (pathname !== '/me') return new Response('Not found', { status: 404 })
  const session = await handle.readSession(request)
  return Response.json(session, { status: session ? 200 : 401 })
})
