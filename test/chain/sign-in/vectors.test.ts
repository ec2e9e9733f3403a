import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RpcRequest } from '../../../src/server/rpc.js'
import { type Anvil, startAnvil } from '../../counterparts/anvil.js'
import { judge } from '../../servers/vectors/judge.js'
import { printVectors } from '../../servers/vectors/make.js'
import type { SITE, Vector } from '../../servers/vectors/vector.js'

const text = readFileSync('docs/sign-in-vectors.json', 'utf8')
const { site, vectors } = JSON.parse(text) as { site: typeof SITE; vectors: Vector[] }

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

/** The verdict about a vector, with its code on the chain. */
async function judgeOnChain({ code = {}, ...vector }: Vector): Promise<Vector['expected']> {
  for (const [address, bytes] of Object.entries(code)) await anvil.request('anvil_setCode', [address, bytes])
  try {
    return await judge(vector, site, {
      'eip155:31337': (method, params) => anvil.request(method, params as unknown[]),
      'starknet:SN_MAIN': createNode(vector.node),
    })
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
      expect(await judgeOnChain(vector)).toEqual(vector.expected)
    },
  )
})
