import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFromNodes } from '../../../../src/connectors/evm/read-node.js'
import { type PageServer, type Reply, startPageServer } from '../../../counterparts/servers.js'

let server: PageServer
beforeAll(async () => {
  server = await startPageServer()
})
afterAll(() => server.stop())

const json = (body: object, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
})
const failure = (code: number, message: string, status?: number) => json({ error: { code, message } }, status)

/** Reads from two nodes. @returns the answer or the error’s code, and how many were asked */
async function read(first: Reply, second: Reply) {
  server.route('/first', first)
  server.route('/second', second)
  const before = server.requests.length
  const urls = [`${server.origin}/first`, `${server.origin}/second`]
  const answer = await readFromNodes(urls, 'eth_blockNumber', []).catch((error) => error.code)
  return { answer, asked: server.requests.length - before }
}

describe('the second of two nodes', () => {
  test.each([
    ['the first has reached its limit', failure(-32005, 'project ID request rate exceeded', 429)],
    ['the first says so in its error alone', failure(-32005, 'Too many requests')],
    ['the first says so in Alchemy’s form', failure(429, 'Your app has exceeded its compute units')],
    ['the first says so in QuickNode’s form', failure(-32007, '50/second request limit reached')],
    ['the first refuses the key', failure(-32600, 'Must be authenticated!', 401)],
    ['the first is out of order', failure(-32603, 'Internal error', 503)],
    ['the first shows a page', { status: 502, body: '<html>' }],
  ])('answers when %s', async (_name, reply) => {
    expect(await read(reply, json({ result: '0x2' }))).toEqual({ answer: '0x2', asked: 2 })
  })

  test('is not asked when the first has refused the request itself', async () => {
    const reverted = failure(3, 'execution reverted')
    expect(await read(reverted, json({ result: '0x2' }))).toEqual({ answer: 3, asked: 1 })
  })
})

test('the error of the last node that gave one is passed on when no node answers', async () => {
  const limit = failure(-32005, 'limit', 429)
  expect((await read(limit, failure(3, 'execution reverted', 400))).answer).toBe(3)
  expect((await read(limit, { drop: true })).answer).toBe(-32005)
  expect((await read({ drop: true }, { drop: true })).answer).toBe('chain_unavailable')
})
