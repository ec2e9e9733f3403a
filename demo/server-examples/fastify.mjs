// @ts-check
// Sign-in by tRPC in a Fastify app, beside its own routes.
//
//   npm install fastify @trpc/server
//   DOMAIN=shop.example PORT=3001 node fastify.mjs
//
// The page: <wallet-connect-button sign-in="on-connect" api-url="/trpc">
import { fastifyTRPCPlugin } from '@trpc/server/adapters/fastify'
import Fastify from 'fastify'
import { createSignIn } from 'wallet-connect-button/server'
import { createSignInContext, createSignInRouter } from 'wallet-connect-button/trpc'

const port = Number(process.env.PORT ?? 3001)

const signIn = createSignIn({ domain: process.env.DOMAIN ?? `localhost:${port}`, chains: ['eip155:1'] })
// Only the visitor who asked for a nonce may use it.
const router = createSignInRouter(signIn, { bindNonce: true })

const app = Fastify({ bodyLimit: 64 * 1024 })
app.register(fastifyTRPCPlugin, {
  prefix: '/trpc',
  trpcOptions: { router, createContext: createSignInContext, maxBatchSize: 8 },
})

// The app's own routes ask the router who is signed in.
app.get('/me', async (req, res) => {
  const session = await router.createCaller(createSignInContext({ req, res })).signIn.session()
  return res.code(session ? 200 : 401).send(session ?? 'null')
})

console.log('listening on', await app.listen({ port }))
