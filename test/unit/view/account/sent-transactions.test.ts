import { expect, it } from 'vitest'
import type { ClientEvents, WalletClient } from '../../../../src/client/wallet-client.js'
import { keepTransactions, readTransactions } from '../../../../src/view/account/sent-transactions.js'

type Detail = ClientEvents['transaction']

function createTeller(account = '0xA') {
  let listener: (detail: Detail) => void = () => {}
  const state = { connections: [{ namespace: 'eip155', account }] }
  const client = {
    on: (_: string, run: typeof listener) => {
      listener = run
    },
    getState: () => state,
  } as unknown as WalletClient
  keepTransactions(client)
  return {
    client,
    state,
    tell: (transactionHash: string | null, status: Detail['status'], callsId?: string) =>
      listener({ transactionHash, chainId: 'eip155:1', status, callsId }),
  }
}

it('the last five transactions of an account are kept, newest first, each with its last state (U41)', () => {
  const { client, tell } = createTeller()
  for (const hash of ['1', '2', '3', '4', '5', '6']) tell(hash, 'sent')
  tell('4', 'accepted')
  tell('6', 'reverted')
  expect(
    readTransactions(client, '0xA').map(({ transactionHash, status }) => [transactionHash, status]),
  ).toEqual([
    ['6', 'reverted'],
    ['5', 'sent'],
    ['4', 'accepted'],
    ['3', 'sent'],
    ['2', 'sent'],
  ])
})

it('each account has its own transactions, and two buttons of a client store them once (U41)', () => {
  const { client, state, tell } = createTeller()
  keepTransactions(client)
  tell('1', 'sent')
  state.connections = [{ namespace: 'eip155', account: '0xB' }]
  tell('2', 'sent')
  expect(readTransactions(client, '0xA')).toHaveLength(1)
  expect(readTransactions(client, '0xB').map(({ transactionHash }) => transactionHash)).toEqual(['2'])
})

it('a batch is one entry from its id on, and gets its transaction when the chain has one (EW12)', () => {
  const { client, tell } = createTeller()
  tell(null, 'sent', '0xb1')
  tell(null, 'sent', '0xb2')
  tell('0x1', 'accepted', '0xb1')
  expect(
    readTransactions(client, '0xA').map(({ transactionHash, callsId, status }) => [
      transactionHash,
      callsId,
      status,
    ]),
  ).toEqual([
    [null, '0xb2', 'sent'],
    ['0x1', '0xb1', 'accepted'],
  ])
})
