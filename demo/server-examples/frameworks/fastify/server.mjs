// @ts-check
// Sign-in as plain JSON in a Fastify app.
//
//   DOMAIN=shop.example PORT=3001 node server.mjs
//
// The page: <wallet-connect-button sign-in="on-connect" api-url="/auth">
import Fastify from 'fastify'
import { createSignIn, createSignInHandler } from 'wallet-connect-button/server'

const port = Number(process.env.PORT ?? 3001)
const domain = process.env.DOMAIN ?? `localhost:${port}`

const signIn = createSignIn({ domain, chains: ['eip155:1'] })
const handle = createSignInHandler(signIn, { base: '/auth' })

/** @param {import('fastify').FastifyRequest} request */
const toRequest = ({ raw, method }) =>
  new Request(new URL(raw.url ?? '/', `https://${domain}`), {
    method,
    headers: Object.entries(raw.headers).map(
      ([name, value]) => /** @type {[string, string]} */ ([name, String(value)]),
    ),
    // A parser of the app may have read the body already.
    ...(method === 'POST' && !raw.readableDidRead && { body: /** @type {any} */ (raw), duplex: 'half' }),
  })

const app = Fastify()

app.register(async (auth) => {
  // The handler reads the body itself, and no more than 64 kB of it.
  auth.removeAllContentTypeParsers()
  auth.addContentTypeParser('*', (_request, _payload, done) => done(null))
  auth.all('/auth/*', async (request, reply) => {
    const answer = await handle(toRequest(request))
    // The rest of a body that was refused half-way would be in the way of the connection's next request.
    if (request.raw.readableDidRead && !request.raw.complete) reply.header('connection', 'close')
    return reply.send(answer)
  })
})

// The app's own routes ask the handler who is signed in.
app.get('/me', async (request, reply) => {
  const session = await handle.readSession(toRequest(request))
  return reply.code(session ? 200 : 401).send(session ?? 'null')
})

console.log('listening on', await app.listen({ port }))
