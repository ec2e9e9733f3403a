// @ts-check
// Sign-in by tRPC in a Next app: save this as app/api/trpc/[trpc]/route.js
//
// The page: <wallet-connect-button sign-in="on-connect" api-url="/api/trpc">
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { createSignIn } from 'wallet-connect-button/server'
import { createSignInContext, createSignInRouter } from 'wallet-connect-button/trpc'

const signIn = createSignIn({
  domain: process.env.DOMAIN ?? 'localhost:3000',
  chains: ['eip155:1'],
  // A serverless app runs in many processes: give it a store that they share, such as Redis through Keyv.
  // nonceStore: new Keyv(new KeyvRedis(process.env.REDIS_URL)),
})

const router = createSignInRouter(signIn)

/** @param {Request} req */
const handle = (req) =>
  fetchRequestHandler({
    endpoint: '/api/trpc',
    req,
    router,
    createContext: createSignInContext,
    maxBatchSize: 8,
  })

export { handle as GET, handle as POST }
