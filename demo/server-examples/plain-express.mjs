// @ts-check
// Sign-in as plain JSON in an Express app, beside its own routes.
//
//   npm install express
//   DOMAIN=shop.example PORT=3001 node plain-express.mjs
//
// The page: <wallet-connect-button sign-in="on-connect" api-url="/auth">
import express from 'express'
import { createSignIn, createSignInHandler } from 'wallet-connect-button/server'

const port = Number(process.env.PORT ?? 3001)
const domain = process.env.DOMAIN ?? `localhost:${port}`

const signIn = createSignIn({ domain, chains: ['eip155:1'] })
const handle = createSignInHandler(signIn, { base: '/auth' })

/** @param {import('express').Request} req */
const toRequest = (req) =>
  new Request(new URL(req.originalUrl, `https://${domain}`), {
    method: req.method,
    headers: Object.entries(req.headers).map(
      ([name, value]) => /** @type {[string, string]} */ ([name, String(value)]),
    ),
    // A parser of the app may have read the body already.
    ...(req.method === 'POST' && !req.readableDidRead && { body: /** @type {any} */ (req), duplex: 'half' }),
  })

const app = express()

// Before any express.json(), which would read the body.
app.use('/auth', async (req, res) => {
  const answer = await handle(toRequest(req))
  res.setHeaders(answer.headers)
  // The rest of a body that was refused half-way would be in the way of the connection's next request.
  if (req.readableDidRead && !req.complete) res.setHeader('connection', 'close')
  res.status(answer.status).end(await answer.text())
})

// The app's own routes ask the handler who is signed in.
app.get('/me', async (req, res) => {
  const session = await handle.readSession(toRequest(req))
  res.status(session ? 200 : 401).json(session)
})

const server = app.listen(port, () => console.log('listening on', server.address()))
