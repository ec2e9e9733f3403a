// @ts-check
// Sign-in as plain JSON wherever a server is a function from Request to Response: Cloudflare, Deno, Bun, and Hono with
//
//   app.all('/auth/*', (context) => handle(context.req.raw))
//
// The page: <wallet-connect-button sign-in="on-connect" api-url="/auth">
import { createSignIn, createSignInHandler } from 'wallet-connect-button/server'

const signIn = createSignIn({
  domain: 'shop.example',
  chains: ['eip155:1'],
  // Edge runtimes run in many processes: give them a secret and a store in common.
  // secret: env.NONCE_SECRET, nonceStore: { get, set, delete, add },
})
const handle = createSignInHandler(signIn, { base: '/auth' })

export default {
  /** @param {Request} request */
  async fetch(request) {
    if (new URL(request.url).pathname.startsWith('/auth/')) return handle(request)
    const session = await handle.readSession(request)
    return Response.json({ hello: session?.address ?? 'stranger' })
  },
}
