import { encodeAbiParameters, encodeFunctionData, type Hex, namehash, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readName } from '../../../src/names/read-name.js'
import { type Anvil, startAnvil } from '../../counterparts/anvil.js'
import { answeringCode } from './answering-contract.js'

const REGISTRY = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'
const RESOLVER = '0x00000000000000000000000000000000000aE501'
const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const abi = parseAbi([
  'function resolver(bytes32) view returns (address)',
  'function name(bytes32) view returns (string)',
  'function addr(bytes32) view returns (address)',
  'function text(bytes32, string) view returns (string)',
])

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1 })
})
afterAll(() => anvil.stop())

const toText = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const toAddress = (value: Hex) => encodeAbiParameters([{ type: 'address' }], [value])

/** Writes an account's reverse record, and the records of that name, into the chain. */
async function write({
  name,
  owner = ACCOUNT,
  avatar,
  answer = toText(name),
}: {
  name: string
  owner?: Hex
  avatar?: string
  answer?: Hex
}): Promise<void> {
  const reverse = namehash(`${ACCOUNT.slice(2).toLowerCase()}.addr.reverse`)
  const forward = namehash(name)
  const call = (functionName: 'resolver' | 'name' | 'addr', node: Hex) =>
    encodeFunctionData({ abi, functionName, args: [node] })
  const found = [reverse, forward].map((each) => [call('resolver', each), toAddress(RESOLVER)] as const)
  const records: (readonly [Hex, Hex])[] = [
    [call('name', reverse), answer],
    [call('addr', forward), toAddress(owner)],
  ]
  if (avatar !== undefined)
    records.push([
      encodeFunctionData({ abi, functionName: 'text', args: [forward, 'avatar'] }),
      toText(avatar),
    ])
  await anvil.request('anvil_setCode', [REGISTRY, answeringCode(found)])
  await anvil.request('anvil_setCode', [RESOLVER, answeringCode(records)])
}

const read = (account = ACCOUNT) =>
  readName(
    { account, chainId: 'eip155:8453', provider: null },
    { networks: [{ chainId: 1, rpcUrls: [anvil.url] }] },
  )

describe('an ENS name that is read from a chain', () => {
  it('comes from the reverse record when it leads back to the account, with its picture (U42)', async () => {
    await write({ name: 'marina.eth', avatar: 'https://pictures.example/marina.png' })
    expect(await read()).toEqual({ name: 'marina.eth', picture: 'https://pictures.example/marina.png' })
  })

  it('is missing when the reverse record lies (U42)', async () => {
    await write({ name: 'vitalik.eth', owner: OTHER })
    expect(await read()).toEqual({})
    await write({ name: 'vitalik.eth', owner: '0x0000000000000000000000000000000000000000' })
    expect(await read()).toEqual({})
  })

  it('comes without a picture when there is none, or when a third party would have to be asked (U43)', async () => {
    for (const avatar of [
      undefined,
      '',
      'ipfs://QmRRPWG96cmgTn2qSzjwr2qvfNEuhunv6FNeMFGa9bx6mQ',
      'eip155:1/erc721:0xb47e3cd837dDF8e4c57F05d70Ab865de6e193BBB/1',
      'javascript:alert(1)',
      'http://pictures.example/marina.png',
      'data:text/html,<script>alert(1)</script>',
    ]) {
      await write({ name: 'marina.eth', ...(avatar !== undefined && { avatar }) })
      expect(await read(), avatar).toEqual({ name: 'marina.eth' })
    }
  })

  it.each([
    ['capitals, which another name has', 'Marina.eth'],
    ['full-width letters, which another name has', 'ｍａｒｉｎａ.eth'],
    ['a ligature, which another name has', 'ﬁnn.eth'],
    ['a sign that nobody sees', 'mar\u200bina.eth'],
    ['a change of direction', 'marina\u202e.eth'],
    ['an empty label', 'marina..eth'],
    ['a blank', 'marina marina.eth'],
    ['a heap of letters', `${'a'.repeat(10_000)}.eth`],
    ['markup', '<b>marina</b>.eth'],
  ])('is missing for %s (U43)', async (_, name) => {
    await write({ name })
    expect(await read()).toEqual({})
  })

  it('is missing when contracts are missing or answer nonsense, and may use other scripts (U43)', async () => {
    for (const answer of ['0x', '0x01', `0x${'ff'.repeat(64)}`, toAddress(OTHER)] as const) {
      await write({ name: 'marina.eth', answer })
      expect(await read(), answer).toEqual({})
    }
    await write({ name: 'море.eth' })
    expect(await read()).toEqual({ name: 'море.eth' })
    await write({ name: '™tea🍵.eth' })
    expect(await read()).toEqual({ name: '™tea🍵.eth' })
    expect(await read(OTHER).catch(() => 'no name')).toBe('no name')
    await anvil.request('anvil_setCode', [REGISTRY, '0x'])
    expect(await read()).toEqual({})
  })

  it('is read through the wallet when the page has no node and the wallet is on Ethereum, and nowhere else (U44)', async () => {
    await write({ name: 'marina.eth' })
    const asked: string[] = []
    const provider = {
      request: ({ method, params }: { method: string; params: unknown[] }) => {
        asked.push(method)
        return anvil.request(method, params)
      },
    }
    expect(await readName({ account: ACCOUNT, chainId: 'eip155:1', provider }, { networks: [] })).toEqual({
      name: 'marina.eth',
    })
    expect(new Set(asked)).toEqual(new Set(['eth_call']))
    asked.length = 0
    expect(await readName({ account: ACCOUNT, chainId: 'eip155:8453', provider }, { networks: [] })).toEqual(
      {},
    )
    expect(asked).toEqual([])
  })
})
