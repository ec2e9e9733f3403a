// @ts-check
// Sign-in as plain JSON in a Hono app, on Node; elsewhere only the last line differs.
//
//   DOMAIN=shop.example PORT=3001 node server.mjs
//
// The page: <wallet-connect-button sign-in="on-connect" api-url="/auth">
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { createSignIn, createSignInHandler } from 'wallet-connect-button/server'

const port = Number(process.env.PORT ?? 3001)
const domain = process.env.DOMAIN ?? `localhost:${port}`

const signIn = createSignIn({ domain, chains: ['eip155:1'] })
const handle = createSignInHandler(signIn, { base: '/auth' })

const app = new Hono()
app.all('/auth/*', (context) => handle(context.req.raw))

// The app's own routes ask the handler who is signed in.
app.get('/me', async (context) => {
  const session = await handle.readSession(context.req.raw)
  return context.json(session, session ? 200 : 401)
})

serve({ fetch: app.fetch, port }, (info) => console.log('listening on', info))
