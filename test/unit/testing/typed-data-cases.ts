import type { StarknetTypedData } from '../../../src/protocol/starknet-typed-data.js'

const felt = (name: string) => ({ name, type: 'felt' })
const DOMAIN_0 = [felt('name'), felt('version'), felt('chainId')]
const DOMAIN_1 = ['name', 'version', 'chainId', 'revision'].map((name) => ({ name, type: 'shortstring' }))

/** Revision 0: the mail of the SNIP. */
export const MAIL_0: StarknetTypedData = {
  types: {
    StarkNetDomain: DOMAIN_0,
    Person: [felt('name'), felt('wallet')],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'felt' },
    ],
  },
  primaryType: 'Mail',
  domain: { name: 'StarkNet Mail', version: '1', chainId: 'SN_MAIN' },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
}

/** Revision 0: lists, a selector, a merkle tree. */
export const TREE_0: StarknetTypedData = {
  types: {
    StarkNetDomain: DOMAIN_0,
    Policy: [felt('contractAddress'), { name: 'selector', type: 'selector' }],
    Post: [
      felt('n'),
      { name: 'tags', type: 'felt*' },
      { name: 'flag', type: 'bool' },
      { name: 'policies', type: 'Policy*' },
      { name: 'root', type: 'merkletree', contains: 'Policy' },
    ],
  },
  primaryType: 'Post',
  domain: { name: 'Session', version: '1', chainId: '0x534e5f4d41494e' },
  message: {
    n: '18',
    tags: ['1', 2, '0x3', 'four'],
    flag: true,
    policies: [{ contractAddress: '0x1', selector: 'transfer' }],
    root: [
      { contractAddress: '0x1', selector: 'transfer' },
      { contractAddress: '0x2', selector: '0x3ff' },
      { contractAddress: '0x3', selector: 'approve' },
    ],
  },
}

/** Revision 1: every built-in type, presets, an enum, a merkle tree, a long text. */
export const ALL_1: StarknetTypedData = {
  types: {
    StarknetDomain: DOMAIN_1,
    Choice: [
      { name: 'None', type: '()' },
      { name: 'Some', type: '(u128,felt*)' },
    ],
    Leaf: [
      { name: 'Contract Address', type: 'ContractAddress' },
      { name: 'selector', type: 'selector' },
    ],
    Everything: [
      felt('a felt'),
      { name: 'flag', type: 'bool' },
      { name: 'text', type: 'string' },
      { name: 'short', type: 'shortstring' },
      { name: 'selector', type: 'selector' },
      { name: 'amount', type: 'u128' },
      { name: 'delta', type: 'i128' },
      { name: 'owner', type: 'ContractAddress' },
      { name: 'class', type: 'ClassHash' },
      { name: 'at', type: 'timestamp' },
      { name: 'big', type: 'u256' },
      { name: 'token', type: 'TokenAmount' },
      { name: 'nft', type: 'NftId' },
      { name: 'none', type: 'enum', contains: 'Choice' },
      { name: 'some', type: 'enum', contains: 'Choice' },
      { name: 'tree', type: 'merkletree', contains: 'Leaf' },
      { name: 'list', type: 'u128*' },
    ],
  },
  primaryType: 'Everything',
  domain: { name: 'dappTest', version: '1', chainId: 'SN_MAIN', revision: '1' },
  message: {
    'a felt': 'hello',
    flag: true,
    text: 'A text of more than thirty-one characters, which takes more than one felt to hold.',
    short: 'transfer',
    selector: 'transfer',
    amount: '340282366920938463463374607431768211455',
    delta: '-170141183460469231731687303715884105728',
    owner: '0x3e8',
    class: '0x3e9',
    at: 1_730_000_000,
    big: { low: '0x1', high: '2' },
    token: { token_address: '0x49d3', amount: { low: '0x3e8', high: '0x0' } },
    nft: { collection_address: '0x49d4', token_id: { low: '7', high: 0 } },
    none: { None: [] },
    some: { Some: ['5', ['1', 'two']] },
    tree: [
      { 'Contract Address': '0x1', selector: 'a' },
      { 'Contract Address': '0x2', selector: 'b' },
      { 'Contract Address': '0x3', selector: 'c' },
      { 'Contract Address': '0x4', selector: 'd' },
      { 'Contract Address': '0x5', selector: 'e' },
    ],
    list: ['1', '2'],
  },
}

/** Revision 1 with the revision as a number, and nested structs. */
export const NESTED_1: StarknetTypedData = {
  types: {
    StarknetDomain: DOMAIN_1,
    Zebra: [felt('x')],
    Apple: [{ name: 'zebras', type: 'Zebra*' }],
    Root: [
      { name: 'apple', type: 'Apple' },
      { name: 'zebra', type: 'Zebra' },
    ],
  },
  primaryType: 'Root',
  domain: { name: 'Nested', version: '2', chainId: 'SN_SEPOLIA', revision: 1 },
  message: { apple: { zebras: [{ x: '1' }, { x: '2' }] }, zebra: { x: 3 } },
}

export const CASES = { MAIL_0, TREE_0, ALL_1, NESTED_1 }
