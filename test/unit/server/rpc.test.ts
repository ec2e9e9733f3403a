import { afterEach, describe, expect, it } from 'vitest'
import { askNode, readRpcError } from '../../../src/server/rpc.js'
import { createSignIn } from '../../../src/server/sign-in.js'
import { type Reply, startServer } from '../api/server.js'
import { codeOf, createVisitor, prove } from './visitor.js'

let stop: (() => unknown)[] = []
afterEach(async () => {
  for (const end of stop) await end()
  stop = []
})

async function serve(reply: Reply) {
  const server = await startServer(() => reply)
  stop.push(server.stop)
  return server
}

const signal = () => AbortSignal.timeout(5_000)

describe('a request to a node', () => {
  it('is JSON-RPC by POST, and its result is passed on', async () => {
    const server = await serve({ json: { jsonrpc: '2.0', id: 1, result: '0x1' } })
    expect(await askNode(server.url, 'eth_call', [{ data: '0x' }, 'latest'], signal())).toBe('0x1')
    expect(server.requests).toHaveLength(1)
    expect(JSON.parse(server.requests[0]?.body as string)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_call',
      params: [{ data: '0x' }, 'latest'],
    })
  })

  it.each<[string, Reply]>([
    ['a page', { status: 502, text: '<html>' }],
    ['nothing', { text: '' }],
    ['no result', { json: { jsonrpc: '2.0', id: 1 } }],
    ['null', { json: null }],
    ['an error that is none', { json: { error: 'no' } }],
    ['a redirect', { status: 302, text: '', headers: { location: '/elsewhere' } }],
    [
      'a redirect with a result',
      { status: 307, json: { result: '0x1' }, headers: { location: '/elsewhere' } },
    ],
    ['a result with another status (SV01)', { status: 500, json: { result: '0x1' } }],
    ['2 MB', { json: { result: 'x'.repeat(2_000_000) } }],
    [
      'half an answer',
      (_, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"res', () => response.destroy())
      },
    ],
  ])('fails with rpc_failed when the node answers with %s', async (_, reply) => {
    const server = await serve(reply)
    expect(await codeOf(askNode(server.url, 'eth_call', [], signal()))).toBe('rpc_failed')
    expect(server.requests).toHaveLength(1)
  })

  it('fails with the node’s own error', async () => {
    const server = await serve({ json: { error: { code: 20, message: 'Contract not found', data: 1 } } })
    await expect(askNode(server.url, 'starknet_call', {}, signal())).rejects.toMatchObject({
      code: 20,
      message: 'Contract not found',
    })
  })

  it.each([undefined, null, 'error', {}, { code: '20', message: 'x' }, { code: 20 }])(
    'does not take %j for an error of the node',
    (value) => {
      expect(readRpcError(value)).toBeNull()
    },
  )

  it('ends when the node says nothing', async () => {
    const server = await serve(() => {})
    expect(await codeOf(askNode(server.url, 'eth_call', [], AbortSignal.timeout(50)))).toBe('rpc_failed')
    expect(await codeOf(askNode(() => new Promise(() => {}), 'eth_call', [], AbortSignal.timeout(50)))).toBe(
      'rpc_failed',
    )
    expect(await codeOf(askNode(server.url, 'eth_call', [], AbortSignal.abort()))).toBe('rpc_failed')
  })
})

describe('the sign-in of a contract account with a node', () => {
  it.each<[string, Reply, string]>([
    ['is down', { status: 503, text: '' }, 'rpc_failed'],
    ['is busy', { json: { error: { code: -32_005, message: 'limit exceeded' } } }, 'rpc_failed'],
    [
      'reports a revert',
      { json: { error: { code: 3, message: 'execution reverted' } } },
      'signature_invalid',
    ],
    [
      'reports that the gas ran out',
      { json: { error: { code: -32_000, message: 'out of gas' } } },
      'signature_invalid',
    ],
    ['answers 0', { json: { result: `0x${'0'.repeat(64)}` } }, 'signature_invalid'],
    ['answers 2', { json: { result: `0x${'0'.repeat(63)}2` } }, 'rpc_failed'],
    ['answers the magic value itself', { json: { result: `0x1626ba7e${'0'.repeat(56)}` } }, 'rpc_failed'],
    ['answers no hex', { json: { result: true } }, 'rpc_failed'],
    ['answers 1', { json: { result: `0x${'0'.repeat(63)}1` } }, 'resolved'],
  ])('that %s ends as %s', async (_, reply, expected) => {
    const { url } = await serve(reply)
    const signIn = createSignIn({ domain: 'shop.example', chains: ['eip155:1'], rpc: { 'eip155:1': url } })
    const proof = await prove(signIn, createVisitor())
    expect(await codeOf(signIn.verify({ ...proof, signature: '0x1234' }))).toBe(expected)
    // A refusal because of the node uses nothing up.
    if (expected !== 'resolved') expect(await codeOf(signIn.verify(proof))).toBe('resolved')
  })
})
