// @ts-check
// Sign-in by tRPC in an Express app, beside its own routes, with nonces and sessions in any Keyv store.
//
//   npm install express keyv @trpc/server
//   DOMAIN=shop.example PORT=3001 node express.mjs
import { createExpressMiddleware } from '@trpc/server/adapters/express'
import express from 'express'
import Keyv from 'keyv'
import { createSignIn } from 'wallet-connect-button/server'
import { createSignInContext, createSignInRouter } from 'wallet-connect-button/trpc'

const port = Number(process.env.PORT ?? 3001)

// In memory, for one process. For several: new Keyv(new KeyvRedis('redis://…')), or SQLite, Postgres, …
const store = new Keyv()

const signIn = createSignIn({
  domain: process.env.DOMAIN ?? `localhost:${port}`,
  chains: ['eip155:1'],
  nonceStore: store,
})
// Only the visitor who asked for a nonce may use it.
const router = createSignInRouter(signIn, { sessionStore: store, bindNonce: true })

const app = express()
app.use(
  '/trpc',
  createExpressMiddleware({
    router,
    createContext: createSignInContext,
    maxBodySize: 64 * 1024,
    maxBatchSize: 8,
  }),
)

// The app's own routes ask the router who is signed in.
app.get('/me', async (req, res) => {
  const session = await router.createCaller(createSignInContext({ req, res })).signIn.session()
  res.status(session ? 200 : 401).json(session)
})

const server = app.listen(port, () => console.log('listening on', server.address()))
