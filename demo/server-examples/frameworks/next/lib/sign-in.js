// @ts-check
import { createSignIn, createSignInHandler } from 'wallet-connect-button/server'

const createHandle = () =>
  createSignInHandler(
    createSignIn({
      domain: process.env.DOMAIN ?? 'localhost:3000',
      chains: ['eip155:1'],
      // Several processes, as on a serverless host, need a secret and a store in common.
      // secret: process.env.SIGN_IN_SECRET, nonceStore: new Keyv(new KeyvRedis(process.env.REDIS_URL)),
    }),
    { base: '/auth' },
  )

const shared = /** @type {{ handleSignIn?: ReturnType<typeof createHandle> }} */ (globalThis)
// Next may load this file once for each route, so the routes must share what is kept in memory.
shared.handleSignIn ??= createHandle()

export const handle = shared.handleSignIn
