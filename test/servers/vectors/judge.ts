import type { RpcSource } from '../../../src/server/rpc.js'
import { createSignIn } from '../../../src/server/sign-in.js'
import type { SITE, Vector } from './vector.js'

/** The verdict of this package's verifier, as a site that has issued the vector's nonces. */
export async function judge(
  { proof, nonces }: Pick<Vector, 'proof' | 'nonces'>,
  site: typeof SITE,
  rpc: Record<string, RpcSource>,
): Promise<Vector['expected']> {
  const now = Date.parse(site.now)
  const end = `${now + 600_000}.`
  const nonceStore = new Map([
    ...nonces.unused.map((nonce) => [`nonce:${nonce}`, end] as const),
    ...nonces.used.map((nonce) => [`taken:${nonce}`, end] as const),
  ])
  const signIn = createSignIn({
    domain: site.domain,
    chains: site.chains,
    maxAge: site.maxAgeSeconds * 1_000,
    clockTolerance: site.clockToleranceSeconds * 1_000,
    now: () => now,
    nonceStore,
    // A node that nobody reaches: without one for Starknet, the server does not start.
    rpc: { 'starknet:SN_MAIN': 'http://127.0.0.1:9', 'starknet:SN_SEPOLIA': 'http://127.0.0.1:9', ...rpc },
  })
  try {
    return { valid: true, ...(await signIn.verify(proof)) }
  } catch (error) {
    return { valid: false, reason: (error as { code: string }).code }
  }
}
