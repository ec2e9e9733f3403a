import type { SignInProof } from '../../../src/protocol/sign-in-proof.js'

/** The site that all vectors are for, and the moment at which they are checked. */
export const SITE = {
  domain: 'shop.example',
  chains: ['eip155:1', 'eip155:31337', 'starknet:SN_MAIN'],
  now: '2026-01-01T12:00:00.000Z',
  maxAgeSeconds: 600,
  clockToleranceSeconds: 300,
} as const

/** A nonce that the site has issued and nobody has used. */
export const NONCE = 'nVectorsNonce1234567890abc'

/** The verdict that a server must give for a proof. */
export interface Vector {
  id: string
  kind: 'eip155-key' | 'eip155-contract' | 'starknet'
  /** What is right or wrong about it, in a sentence. */
  note: string
  proof: SignInProof
  /** Nonces that the site knows: the issued nonces, unused and used. */
  nonces: { unused: readonly string[]; used: readonly string[] }
  expected: { valid: true; address: string; chainId: string } | { valid: false; reason: string }
  /** EVM: code on the chain, by address (`anvil_setCode` puts it there). */
  code?: Readonly<Record<string, string>>
  /** Starknet: the only call to the node, and its answer: a result, or a JSON-RPC error. */
  node?: { call: object; result?: readonly string[]; error?: { code: number; message: string } }
}

/** The verdict: a reason, or none for a valid proof. */
export const expectation = ({ address, chainId }: SignInProof, reason?: string): Vector['expected'] =>
  reason ? { valid: false, reason } : { valid: true, address, chainId }
