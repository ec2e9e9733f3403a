// Sign-in as plain JSON with Bun's own server.
//
//   DOMAIN=shop.example PORT=3001 bun server.mjs
//
// The page: <wallet-connect-button sign-in="on-connect" api-url="/auth">
import { createSignIn, createSignInHandler } from 'wallet-connect-button/server'

const port = Number(process.env.PORT ?? 3001)
const domain = process.env.DOMAIN ?? `localhost:${port}`

const signIn = createSignIn({ domain, chains: ['eip155:1'] })
const handle = createSignInHandler(signIn, { base: '/auth' })

const server = Bun.serve({
  port,
  // Bun would read 128 MB of a body before the handler sees it.
  maxRequestBodySize: 64 * 1024,
  routes: {
    '/auth/*': handle,
    '/me': async (request) => {
      const session = await handle.readSession(request)
      return Response.json(session, { status: session ? 200 : 401 })
    },
  },
})
console.log('listening on', server.url.href)
