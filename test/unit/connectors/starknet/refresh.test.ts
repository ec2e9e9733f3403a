import { describe, expect, it } from 'vitest'
import type { WalletSession } from '../../../../src/connectors/connector.js'
import { connectStarknet } from '../../../../src/connectors/starknet/injected/connect.js'
import { createStarknetError } from '../../../../src/testing/starknet/profiles.js'
import { makeRequest, openSession, useStarknetWallets } from './open-wallet.js'

useStarknetWallets()

/** What a page gets for a session that it reads again: an account, `ended`, or `nothing learned`. */
const outcomeOf = async (session: WalletSession) =>
  session.refresh?.().then(
    (found) => (found ? 'account' : 'ended'),
    () => 'nothing learned',
  )

/** A wallet of the wallet API alone. @param answer what it answers to the question for permissions */
function plainWallet(answer: () => unknown) {
  const object = {
    id: 'plain',
    name: 'Plain',
    version: '1',
    icon: '',
    async request({ type }: { type: string }) {
      if (type === 'wallet_getPermissions') return answer()
      if (type === 'wallet_requestAccounts') return ['0x5']
      if (type === 'wallet_requestChainId') return '0x534e5f4d41494e'
      throw new Error('Not implemented')
    },
    on() {},
    off() {},
  }
  return connectStarknet(
    { id: 'plain', kind: 'window', object, isPresent: () => true } as never,
    makeRequest(),
  )
}

describe('a Starknet session that is read again goes on', () => {
  it.each([
    [
      'refuses',
      () => {
        throw createStarknetError(113, 'USER_REFUSED_OP')
      },
    ],
    ['answers [] to', () => []],
  ])('in a wallet that always %s the question for permissions', async (_name, answer) => {
    expect(await outcomeOf(await plainWallet(answer))).toBe('nothing learned')
  })

  it.each(['argentX', 'braavos', 'keplr'] as const)('when %s does not say its chain', async (profile) => {
    const { wallet, session } = await openSession({ profile })
    wallet.faults.answers = { wallet_requestChainId: null }
    expect(await outcomeOf(session)).toBe('nothing learned')
    wallet.faults.answers = {}
    expect(await outcomeOf(session)).toBe('account')
  })
})

/** The wallet of the standard, by its own API, which no scan of the window finds. */
const ON_WINDOW = {
  profile: 'standard',
  overrides: { globals: ['starknet_example'], id: 'example' },
} as const

it('a Starknet session ends when a wallet that has listed its permission lists none', async () => {
  const { wallet, session } = await openSession({ ...ON_WINDOW, faults: { omitEvents: ['accountsChanged'] } })
  wallet.lock()
  expect(await outcomeOf(session)).toBe('nothing learned')
  wallet.unlock()
  wallet.disconnect()
  expect(await outcomeOf(session)).toBe('ended')
})
