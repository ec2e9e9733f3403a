// @ts-check
// Sign-in by a form in an Express app: no script of the page, no API, one session.
//
//   npm install express wallet-connect-button
//   node form-express.mjs
//
// Then open http://localhost:3001. A site sets DOMAIN and PORT. Starknet needs STARKNET_NODE, the address of a
// node, and npm install starknet.
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import express from 'express'
import { createSignIn, createSignInHandler } from 'wallet-connect-button/server'

const port = Number(process.env.PORT ?? 3001)
const domain = process.env.DOMAIN ?? `localhost:${port}`
/** The package's own files, which the page loads from this site. */
const files = join(
  dirname(createRequire(import.meta.url).resolve('wallet-connect-button/package.json')),
  'dist',
)
const node = process.env.STARKNET_NODE
const chains = ['eip155:1', ...(node ? ['starknet:SN_MAIN'] : [])]

const signIn = createSignIn({
  domain,
  chains,
  ...(node && { rpc: { 'starknet:SN_MAIN': node } }),
})
// Each nonce belongs to the visitor who got the page with it.
const handle = createSignInHandler(signIn, { bindNonce: true })

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

/** @param {string} body */
const page = (body) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,"></head>
<body><script src="/wallet/embed.js" defer></script>${body}</body></html>`

const app = express()

app.use('/wallet', express.static(files))

app.get('/', async (req, res) => {
  const headers = new Headers({ 'cache-control': 'no-store' })
  const session = await handle.readSession(toRequest(req), headers)
  const { nonce } = await handle.issueNonce(toRequest(req), headers)
  res.setHeaders(headers)
  res.send(
    page(
      session
        ? `<p>Signed in as ${session.address}</p>`
        : `<form action="/enter" method="post">
  <wallet-connect-button name="wallet" required sign-in="form" sign-in-nonce="${nonce}" chains="${chains.join(' ')}"></wallet-connect-button>
  <button>Enter</button>
</form>`,
    ),
  )
})

// Before any express.urlencoded(), which would read the body.
app.post('/enter', async (req, res) => {
  const headers = new Headers()
  try {
    await handle.verifyForm(toRequest(req), headers)
    res.setHeaders(headers)
    res.redirect(303, '/')
  } catch (error) {
    // The rest of a body that was refused half-way would be in the way of the connection's next request.
    if (req.readableDidRead && !req.complete) res.setHeader('connection', 'close')
    // The code is for programs; the visitor gets a link to try again.
    const { code } = /** @type {import('wallet-connect-button/server').WalletError} */ (error)
    res.status(403).send(page(`<p>You are not signed in (${code}). <a href="/">Try again</a></p>`))
  }
})

const server = app.listen(port, () => console.log('listening on', server.address()))
