// @ts-check
// Sign-in by a form in an Express app: no script of the page, no API, one session.
//
//   npm install express
//   DOMAIN=shop.example PORT=3001 node form-express.mjs
//
// SCRIPT is the address of dist/embed.js: on this site, or on a CDN. NODE is one of a Starknet node.
import { Readable } from 'node:stream'
import express from 'express'
import { createSignIn, createSignInHandler } from 'wallet-connect-button/server'

const port = Number(process.env.PORT ?? 3001)
const domain = process.env.DOMAIN ?? `localhost:${port}`
const script = process.env.SCRIPT ?? '/wallet/embed.js'
const node = process.env.NODE

const signIn = createSignIn({
  domain,
  chains: ['eip155:1', 'starknet:SN_MAIN'],
  ...(node && { rpc: { 'starknet:SN_MAIN': node } }),
})
// Each nonce belongs to the visitor whose page it was written into.
const handle = createSignInHandler(signIn, { bindNonce: true })

/** @param {import('express').Request} req */
const toRequest = (req) =>
  new Request(new URL(req.originalUrl, `https://${domain}`), {
    method: req.method,
    headers: Object.entries(req.headers).map(
      ([name, value]) => /** @type {[string, string]} */ ([name, String(value)]),
    ),
    ...(req.method === 'POST' && { body: /** @type {any} */ (Readable.toWeb(req)), duplex: 'half' }),
  })

/** @param {string} body */
const page = (body) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,"></head>
<body><script src="${script}" crossorigin="anonymous" defer></script>${body}</body></html>`

const app = express()

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
  <wallet-connect-button name="wallet" required sign-in="form" sign-in-nonce="${nonce}" chains="eip155:1 starknet:SN_MAIN"></wallet-connect-button>
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
    // The code is for programs: the visitor gets a way on.
    const { code } = /** @type {import('wallet-connect-button/server').WalletError} */ (error)
    res.status(403).send(page(`<p>You are not signed in (${code}). <a href="/">Try again</a></p>`))
  }
})

const server = app.listen(port, () => console.log('listening on', server.address()))
