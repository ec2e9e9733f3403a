// @ts-check
// Sign-in by tRPC with Node's http server, for pages of the same site or of another origin.
//
//   DOMAIN=shop.example ORIGIN=https://shop.example PORT=3001 node node-http.mjs
//
// The page: <wallet-connect-button sign-in="on-connect" api-url="https://api.shop.example/trpc">
import { createServer } from 'node:http'
import { createHTTPHandler } from '@trpc/server/adapters/standalone'
import { createSignIn } from 'wallet-connect-button/server'
import { createSignInContext, createSignInRouter } from 'wallet-connect-button/trpc'

const port = Number(process.env.PORT ?? 3001)
const domain = process.env.DOMAIN ?? `localhost:${port}`
const origin = process.env.ORIGIN ?? `http://${domain}`

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

const handle = createHTTPHandler({
  router: createSignInRouter(signIn),
  createContext: createSignInContext,
  basePath: '/trpc/',
  maxBodySize: 64 * 1024,
  maxBatchSize: 8,
})

const server = createServer((request, response) => {
  // Only where the page is on another origin than this server. The dates let the page use this server's clock.
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-allow-credentials', 'true')
  response.setHeader('access-control-allow-headers', 'content-type, trpc-accept')
  response.setHeader('access-control-expose-headers', 'date, retry-after')
  response.setHeader('vary', 'origin')
  if (request.method === 'OPTIONS') return response.writeHead(204).end()
  handle(request, response)
})

server.listen(port, () => console.log('listening on', server.address()))
