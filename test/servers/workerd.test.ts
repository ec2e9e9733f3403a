import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { startServer } from '../unit/api/server.js'
import { createVisitor, proveNonce } from '../unit/server/visitor.js'
import type { SITE, Vector } from './vectors/vector.js'
import { startWorkerd, type Workerd } from './workerd/start.js'

const DATES = ['2024-09-23', '2026-01-01']

const { site, vectors } = JSON.parse(readFileSync('docs/sign-in-vectors.json', 'utf8')) as {
  site: typeof SITE
  vectors: Vector[]
}

let anvil: Anvil
let workerd: Workerd
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
  workerd = await startWorkerd(DATES)
})
afterAll(() => Promise.all([anvil?.stop(), workerd?.stop()]))

/** A Starknet node over HTTP that knows one call. */
async function startNode(node: Vector['node']) {
  const server = await startServer((request) => {
    const { method, params } = JSON.parse(request.body as string)
    expect([method, params.request]).toEqual(['starknet_call', node?.call])
    return {
      json: { jsonrpc: '2.0', id: 1, ...(node?.error ? { error: node.error } : { result: node?.result }) },
    }
  })
  onTestFinished(server.stop)
  return server.url
}

const ask = async (date: string, vector: object, rpc: Record<string, string>): Promise<unknown> => {
  const answer = await fetch(`${workerd.urls.get(date)}/judge`, {
    method: 'POST',
    body: JSON.stringify({ vector, site, rpc }),
  })
  return answer.json()
}

describe.each(DATES)('in Cloudflare’s runtime, as of %s', (date) => {
  it.each(vectors.map((vector) => [vector.id, vector] as const))(
    'the server gives the verdict of %s (SV01)',
    async (_, { code = {}, node, ...vector }) => {
      for (const [address, bytes] of Object.entries(code))
        await anvil.request('anvil_setCode', [address, bytes])
      const rpc = {
        'eip155:31337': anvil.url,
        ...(vector.kind === 'starknet' && { 'starknet:SN_MAIN': await startNode(node) }),
      }
      expect(await ask(date, vector, rpc)).toEqual(vector.expected)
      for (const address of Object.keys(code)) await anvil.request('anvil_setCode', [address, '0x'])
    },
  )

  it('the server follows no redirect of a node (SV01)', async () => {
    const target = await startServer(() => ({
      json: { jsonrpc: '2.0', id: 1, result: `0x${'1'.padStart(64, '0')}` },
    }))
    const moved = await startServer(() => ({ status: 307, text: '', headers: { location: target.url } }))
    for (const { stop } of [target, moved]) onTestFinished(stop)
    const vector = vectors.find(({ id }) => id === 'contract-owner') as Vector
    expect(await ask(date, vector, { 'eip155:31337': moved.url })).toEqual({
      valid: false,
      reason: 'rpc_failed',
    })
    expect([moved.requests.length > 0, target.requests]).toEqual([true, []])
  })

  it('a handler that was made when the module started signs a visitor in, once (SV01)', async () => {
    const url = workerd.urls.get(date)
    const { nonce } = (await (await fetch(`${url}/auth/nonce`)).json()) as { nonce: string }
    const body = JSON.stringify(await proveNonce(nonce, createVisitor()))
    const headers = { 'content-type': 'application/json', origin: 'https://shop.example' }
    const post = () => fetch(`${url}/auth/verify`, { method: 'POST', headers, body })
    const answers = await Promise.all(Array.from({ length: 8 }, post))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
  })
})
