import { hash, starknetId } from 'starknet'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readName } from '../../../src/names/read-name.js'
import { type PageServer, startPageServer } from '../../counterparts/servers.js'

const ACCOUNT = '0x064b48806902a367c8598f4f95c305e8c1a1acba5f082d294a43793113115691'
const CONTRACT = starknetId.getStarknetIdContract('0x534e5f4d41494e' as never)

let server: PageServer
/** Entry point → the answer of the naming contract. */
let answers: Record<string, string[]>
let calls: { contract_address: string; calldata: string[] }[]

beforeAll(async () => {
  server = await startPageServer()
  server.route('/', ({ body }) => {
    const { id, params } = JSON.parse(body)
    const name = Object.keys(answers).find(
      (each) => hash.getSelectorFromName(each) === params.request.entry_point_selector,
    )
    calls.push(params.request)
    const result = name && { result: answers[name] }
    return {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id,
        ...(result || { error: { code: 40, message: 'Contract error' } }),
      }),
    }
  })
})
beforeEach(() => {
  answers = {}
  calls = []
})
afterAll(() => server.stop())

/** Encodes a domain as felts, as starknet.js does. */
const encode = (domain: string) =>
  domain.split('.').map((label) => `0x${starknetId.useEncoded(label).toString(16)}`)
const toList = (felts: readonly string[]) => [`0x${felts.length.toString(16)}`, ...felts]

const read = (networks = [{ chainId: 'starknet:SN_MAIN', rpcUrls: [`${server.origin}/`] }]) =>
  readName({ account: ACCOUNT, chainId: 'starknet:SN_MAIN', provider: null }, { networks })

describe('a Starknet ID that is read from a node', () => {
  it.each(['marina', 'blue.marina', 'a', 'banana', '0x-1'])('can be %s.stark (U42)', async (domain) => {
    answers = { address_to_domain: toList(encode(domain)), domain_to_address: [ACCOUNT] }
    expect(await read()).toEqual({ name: `${domain}.stark` })
    expect(calls.map(({ contract_address }) => BigInt(contract_address))).toEqual([
      BigInt(CONTRACT),
      BigInt(CONTRACT),
    ])
    expect(calls[1]?.calldata).toEqual([...toList(encode(domain)), '0x0'])
  })

  it('is missing when the name leads to another account, or to none (U42)', async () => {
    for (const back of [['0x1'], ['0x0'], [], [ACCOUNT, '0x1']]) {
      answers = { address_to_domain: toList(encode('marina')), domain_to_address: back }
      expect(await read(), back.join()).toEqual({})
    }
  })

  it('is missing when there is no name, or an invalid one (U43)', async () => {
    for (const found of [
      [],
      ['0x0'],
      ['0x1', '0x0'],
      ['0x2', ...encode('marina')],
      toList([`0x${'f'.repeat(63)}`]),
      toList(encode('这来')),
      toList(Array.from({ length: 100 }, () => encode('a')[0] as string)),
    ]) {
      answers = { address_to_domain: found, domain_to_address: [ACCOUNT] }
      expect(await read(), found.join().slice(0, 40)).toEqual({})
    }
  })

  it('causes no request when the page names no node of that chain (U44)', async () => {
    answers = { address_to_domain: toList(encode('marina')), domain_to_address: [ACCOUNT] }
    const elsewhere = [{ chainId: 'starknet:SN_SEPOLIA', rpcUrls: [`${server.origin}/`] }]
    expect(await read(elsewhere)).toEqual({})
    expect(await read([])).toEqual({})
    expect(calls).toEqual([])
  })
})
