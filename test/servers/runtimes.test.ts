import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { type Reply, startServer } from '../unit/api/server.js'
import { createVisitor, proveNonce } from '../unit/server/visitor.js'
import { RUNTIMES, type Runtimes, startRuntimes } from './runtimes/start.js'
import { readTable, Table } from './runtimes/table.js'
import type { SITE, Vector } from './vectors/vector.js'

const { site, vectors } = JSON.parse(readFileSync('docs/sign-in-vectors.json', 'utf8')) as {
  site: typeof SITE
  vectors: Vector[]
}

const table = new Table()
let anvil: Anvil
let runtimes: Runtimes
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 31_337 })
  runtimes = await startRuntimes()
})
afterAll(() => Promise.all([anvil?.stop(), runtimes?.stop()]))

/** What kind of account a vector is about, in the words of the table. */
function kindOf({ id, kind, proof }: Vector): string {
  const end = String(proof.signature).slice(-64)
  if (kind === 'eip155-key') return 'EVM keys'
  if (kind === 'starknet')
    return proof.deployment ? 'Starknet accounts that are not deployed' : 'Starknet accounts'
  if (id.includes('delegat')) return 'accounts that delegate to a contract (EIP-7702, ERC-8010)'
  return end === '6492'.repeat(16)
    ? 'contract accounts that are not deployed (ERC-6492)'
    : 'contract accounts (ERC-1271)'
}

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

const result = (value: unknown): Reply => ({ json: { jsonrpc: '2.0', id: 1, result: value } })
const YES = `0x${'1'.padStart(64, '0')}`
/** Nodes that say nothing about an account, by the words of the table. */
const NODES: [string, () => Reply][] = [
  ['a node that lies', () => result(true)],
  ['a node that lies', () => result('0x')],
  ['a node that lies', () => result(`${YES}00`)],
  ['a node that lies', () => ({ json: YES })],
  ['a node that lies', () => ({ json: {} })],
  ['a node that fails', () => ({ status: 500, json: { jsonrpc: '2.0', id: 1, result: YES } })],
  ['a node that fails', () => ({ status: 200, text: '<!doctype html><h1>Bad gateway</h1>' })],
  [
    'a node that fails',
    () => ({
      json: { jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'execution aborted (timeout = 5s)' } },
    }),
  ],
  ['an answer that is too long', () => result(`${YES}${'0'.repeat(1_100_000)}`)],
  // It reads the question, and leaves the connection open.
  ['a node that does not answer', () => () => {}],
]

const ask = async (runtime: string, vector: object, rpc: Record<string, string>): Promise<unknown> => {
  const body = JSON.stringify({ vector, site, rpc })
  const answer = await fetch(`${runtimes.urls.get(runtime)}/judge`, { method: 'POST', body })
  return answer.json()
}
const contract = vectors.find(({ id }) => id === 'contract-owner') as Vector
const FAILED = { valid: false, reason: 'rpc_failed' }

describe.each(RUNTIMES)('in %s', (runtime) => {
  it.each(vectors.map((vector) => [vector.id, vector] as const))(
    'the server gives the verdict of %s (SV01)',
    async (_, given) => {
      const { code = {}, node, ...vector } = given
      const right = table.begin(kindOf(given), runtime)
      for (const [address, bytes] of Object.entries(code))
        await anvil.request('anvil_setCode', [address, bytes])
      const rpc = {
        'eip155:31337': anvil.url,
        ...(vector.kind === 'starknet' && { 'starknet:SN_MAIN': await startNode(node) }),
      }
      expect(await ask(runtime, vector, rpc)).toEqual(vector.expected)
      for (const address of Object.keys(code)) await anvil.request('anvil_setCode', [address, '0x'])
      right()
    },
  )

  it('the server follows no redirect of a node (SV01)', async () => {
    const right = table.begin('a node that redirects', runtime)
    const target = await startServer(() => result(YES))
    const moved = await startServer(() => ({ status: 307, text: '', headers: { location: target.url } }))
    for (const { stop } of [target, moved]) onTestFinished(stop)
    expect(await ask(runtime, contract, { 'eip155:31337': moved.url })).toEqual(FAILED)
    expect([moved.requests.length > 0, target.requests]).toEqual([true, []])
    right()
  })

  it('a node’s trouble is the node’s: lies, failures, a huge answer, and none in time (SV01, SV06)', async () => {
    await Promise.all(
      NODES.map(async ([kind, answer]) => {
        const right = table.begin(kind, runtime)
        const node = await startServer(answer)
        onTestFinished(node.stop)
        expect([kind, await ask(runtime, contract, { 'eip155:31337': node.url })]).toEqual([kind, FAILED])
        right()
      }),
    )
  })

  it('a handler that was made when the module started signs a visitor in, once (SV01)', async () => {
    const right = table.begin('one message, eight times at once', runtime)
    const url = runtimes.urls.get(runtime)
    const { nonce } = (await (await fetch(`${url}/auth/nonce`)).json()) as { nonce: string }
    const body = JSON.stringify(await proveNonce(nonce, createVisitor()))
    const headers = { 'content-type': 'application/json', origin: 'https://shop.example' }
    const post = () => fetch(`${url}/auth/verify`, { method: 'POST', headers, body })
    const answers = await Promise.all(Array.from({ length: 8 }, post))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)])
    right()
  })
})

it('the table of docs/server.md is what these tests have found, without an empty cell (SV01)', () => {
  const text = table.print(RUNTIMES)
  expect(readTable(text)).toBe(text)
  expect(text).not.toMatch(/\| {2}?\|/)
})
