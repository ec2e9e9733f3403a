// @ts-check
// What all of these examples have in common: two verifiers, and what a refusal says.
import { createSignIn, WalletError } from 'wallet-connect-button/server'

export const port = Number(process.env.PORT ?? 3001)
export const domain = process.env.DOMAIN ?? `localhost:${port}`

const options = {
  domain,
  chains: ['eip155:1', 'starknet:SN_MAIN'],
  rpc: {
    ...(process.env.EVM_RPC && { 'eip155:1': process.env.EVM_RPC }),
    ...(process.env.STARKNET_RPC && { 'starknet:SN_MAIN': process.env.STARKNET_RPC }),
  },
}

/** Who has signed a message of this verifier is signed in. */
export const signIn = createSignIn(options)

/**
 * Who has signed a message of this one adds their wallet to the account that they are signed in to. The path makes its
 * nonces another kind: a signature for signing in links nothing, and the other way round.
 */
export const linking = createSignIn({ ...options, path: '/account' })

/** An account's name in a database: on another chain a contract account may be somebody else's. */
export const nameOf = ({ chainId, address }) => `${chainId}:${address}`

/** The status and the body of a refusal. Only what a WalletError says is meant for the visitor. */
export function toRefusal(error) {
  if (!(error instanceof WalletError)) throw error
  const { code, message } = error
  return { status: code.endsWith('_failed') ? 500 : 403, body: { code, message } }
}

/** Runs a route of Express; a refusal is answered with its code. */
export const answer = (run) => async (req, res) => {
  try {
    res.json(await run(req, res))
  } catch (error) {
    const { status, body } = toRefusal(error)
    res.status(status).json(body)
  }
}
