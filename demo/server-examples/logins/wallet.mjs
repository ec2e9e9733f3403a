// @ts-check
// The common part of these examples: two verifiers, and the answer to a refusal.
import { createSignIn, WalletError } from 'wallet-connect-button/server'

export const port = Number(process.env.PORT ?? 3001)
export const domain = process.env.DOMAIN ?? `localhost:${port}`

// Starknet needs a node, and npm install starknet.
const starknet = process.env.STARKNET_RPC

const options = {
  domain,
  chains: ['eip155:1', ...(starknet ? ['starknet:SN_MAIN'] : [])],
  rpc: {
    ...(process.env.EVM_RPC && { 'eip155:1': process.env.EVM_RPC }),
    ...(starknet && { 'starknet:SN_MAIN': starknet }),
  },
}

/** A visitor who has signed a message of this verifier is signed in. */
export const signIn = createSignIn(options)

/**
 * A visitor who has signed a message of this verifier adds the wallet to their current account. The path gives its
 * nonces another purpose, so a signature for signing in cannot link a wallet, nor the other way round.
 */
export const linking = createSignIn({ ...options, path: '/account' })

/** The name of an account in a database. On another chain a contract account may belong to somebody else. */
export const nameOf = ({ chainId, address }) => `${chainId}:${address}`

/** The status and the body of a refusal. The visitor may only see the text of a WalletError. */
export function toRefusal(error) {
  if (!(error instanceof WalletError)) throw error
  const { code, message } = error
  return { status: code.endsWith('_failed') ? 500 : 403, body: { code, message } }
}

const origin = `${domain.startsWith('localhost') ? 'http' : 'https'}://${domain}`

/**
 * Refuses what pages of other sites post: they must not sign anybody in or out here. Browsers send the origin of a page
 * with every post; a page under `Referrer-Policy: no-referrer` hides it, and then `Sec-Fetch-Site` decides.
 */
export function refuseForeign({ method, headers }, res, next) {
  const { origin: page, 'sec-fetch-site': site } = headers
  const isOwn =
    page === undefined
      ? site !== 'cross-site'
      : page === origin || (page === 'null' && site === 'same-origin')
  if (isOwn || method === 'GET') return next()
  res.status(403).json({ code: 'origin_refused', message: 'This page may not sign in here' })
}

/** Runs a route of Express, and answers a refusal with its code. */
export const answer = (run) => async (req, res) => {
  try {
    res.json(await run(req, res))
  } catch (error) {
    const { status, body } = toRefusal(error)
    res.status(status).json(body)
  }
}
