import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RpcRequest } from '../../../src/server/rpc.js'
import { createSignIn } from '../../../src/server/sign-in.js'
import { type Anvil, startAnvil } from '../../counterparts/anvil.js'
import { printVectors } from '../../servers/vectors/make.js'
import type { Vector } from '../../servers/vectors/vector.js'

const text = readFileSync('docs/sign-in-vectors.json', 'utf8')
const { site, vectors } = JSON.parse(text) as {
  site: {
    domain: string
    chains: string[]
    now: string
    maxAgeSeconds: number
    clockToleranceSeconds: number
  }
  vectors: Vector[]
}
const NOW = Date.parse(site.now)

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
})
afterAll(() => anvil.stop())

/** A Starknet node that knows one call. */
const createNode =
  (node: Vector['node']): RpcRequest =>
  async (method, params) => {
    expect([method, (params as { request: object }).request]).toEqual(['starknet_call', node?.call])
    if (node?.error) throw node.error
    return node?.result
  }

/** The verdict of this package's verifier, as a site that has issued the vector's nonces. */
async function judge({ proof, nonces, code = {}, node }: Vector): Promise<Vector['expected']> {
  for (const [address, bytes] of Object.entries(code)) await anvil.request('anvil_setCode', [address, bytes])
  const end = `${NOW + 600_000}.`
  const nonceStore = new Map([
    ...nonces.unused.map((nonce) => [`nonce:${nonce}`, end] as const),
    ...nonces.used.map((nonce) => [`taken:${nonce}`, end] as const),
  ])
  const signIn = createSignIn({
    domain: site.domain,
    chains: site.chains,
    maxAge: site.maxAgeSeconds * 1_000,
    clockTolerance: site.clockToleranceSeconds * 1_000,
    now: () => NOW,
    nonceStore,
    rpc: {
      'eip155:31337': (method, params) => anvil.request(method, params as unknown[]),
      'starknet:SN_MAIN': createNode(node),
    },
  })
  try {
    return { valid: true, ...(await signIn.verify(proof)) }
  } catch (error) {
    return { valid: false, reason: (error as { code: string }).code }
  } finally {
    for (const address of Object.keys(code)) await anvil.request('anvil_setCode', [address, '0x'])
  }
}

describe('the file docs/sign-in-vectors.json', () => {
  it('equals the output of scripts/sign-in-vectors.mjs', async () => {
    expect(await printVectors()).toBe(text)
  })

  it('has valid and invalid proofs of each kind, each with its own id', () => {
    expect(new Set(vectors.map(({ id }) => id)).size).toBe(vectors.length)
    const seen = new Set(vectors.map(({ kind, expected }) => `${kind} ${expected.valid}`))
    expect(seen.size).toBe(6)
  })

  it.each(vectors.map((vector) => [vector.id, vector.note, vector] as const))(
    'gives the verdict of %s: %s',
    async (_id, _note, vector) => {
      expect(await judge(vector)).toEqual(vector.expected)
    },
  )
})
