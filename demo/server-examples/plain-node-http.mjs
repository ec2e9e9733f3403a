// @ts-check
// Sign-in as plain JSON with nothing but Node's http server, for pages of the same site or of another origin.
//
//   DOMAIN=shop.example PORT=3001 node plain-node-http.mjs
//
// The page: <wallet-connect-button sign-in="on-connect" api-url="https://shop.example/auth">
import { createServer } from 'node:http'
import { createSignIn, createSignInHandler } from 'wallet-connect-button/server'

const port = Number(process.env.PORT ?? 3001)
const domain = process.env.DOMAIN ?? `localhost:${port}`

// Starknet needs a node, and npm install starknet.
const starknet = process.env.STARKNET_RPC

const signIn = createSignIn({
  domain,
  chains: ['eip155:1', ...(starknet ? ['starknet:SN_MAIN'] : [])],
  // Smart accounts and Starknet accounts are asked themselves; a plain EVM key needs no node.
  rpc: {
    ...(process.env.EVM_RPC && { 'eip155:1': process.env.EVM_RPC }),
    ...(starknet && { 'starknet:SN_MAIN': starknet }),
  },
})
const handle = createSignInHandler(signIn, {
  base: '/auth',
  // Only where pages of another origin sign in here.
  origins: process.env.ORIGIN ? [process.env.ORIGIN] : [],
})

/**
 * Converts Node's request to the web's Request. The host is the configured one, because a client's Host header cannot
 * be trusted.
 *
 * @param {import('node:http').IncomingMessage} request
 */
function toRequest(request) {
  const { method = 'GET', url = '/', headers } = request
  return new Request(new URL(url.replace(/^\/+/, '/'), `https://${domain}`), {
    method,
    headers: Object.entries(headers).map(
      ([name, value]) => /** @type {[string, string]} */ ([name, String(value)]),
    ),
    // Another part of the server may have read the body already.
    ...(method === 'POST' &&
      !request.readableDidRead && { body: /** @type {any} */ (request), duplex: 'half' }),
  })
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(request, response) {
  const result = await handle(toRequest(request))
  response.setHeaders(result.headers)
  // The rest of a body that was refused half-way would be in the way of the connection's next request.
  if (request.readableDidRead && !request.complete) response.setHeader('connection', 'close')
  response.writeHead(result.status).end(await result.text())
}

const server = createServer((request, response) => {
  // The request has an address or a method that the web's Request does not allow.
  answer(request, response).catch(() => response.writeHead(400).end())
})

server.listen(port, () => console.log('listening on', server.address()))
