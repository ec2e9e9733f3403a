import { expect, it } from 'vitest'
import { readRpcText } from '../../../src/chains/rpc-text.js'

it('the attribute rpc gives chains and node addresses, several for a chain in their order (X20)', () => {
  const unread: string[] = []
  const text =
    ' eip155:31337=https://a.example/x?key=1=2\n SN_MAIN=https://s.example 31337=http://localhost:8545 '
  expect(readRpcText(text, (entry) => unread.push(entry))).toEqual([
    { chainId: 'eip155:31337', rpcUrls: ['https://a.example/x?key=1=2', 'http://localhost:8545'] },
    { chainId: 'starknet:SN_MAIN', rpcUrls: ['https://s.example'] },
  ])
  expect(unread).toEqual([])
})

it('the attribute rpc leaves out and names an entry that is no chain and address, and keeps the rest (X20)', () => {
  const unread: string[] = []
  const bad = [
    'eip155:1',
    '=https://a.example',
    'eip155:1=',
    'eip155:1=javascript:alert(1)',
    'nothing=https://a.example',
    'eip155:1=https://user:word@a.example',
  ]
  const text = [...bad, 'eip155:10=https://b.example'].join(' ')
  expect(readRpcText(text, (entry) => unread.push(entry))).toEqual([
    { chainId: 'eip155:10', rpcUrls: ['https://b.example'] },
  ])
  expect(unread).toEqual(bad)
})
