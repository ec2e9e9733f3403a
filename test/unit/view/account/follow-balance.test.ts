import { expect, it } from 'vitest'
import type { WalletClient } from '../../../../src/client/wallet-client.js'
import type { Balance } from '../../../../src/connectors/connector.js'
import { followBalance } from '../../../../src/view/account/follow-balance.js'

/** A client whose reads the test answers. */
function createClient() {
  const answers: ((symbol?: string) => void)[] = []
  const heard = new Set<(detail: { status: string }) => void>()
  const client = {
    getBalance: () =>
      new Promise<Partial<Balance>>((resolve, reject) =>
        answers.push((symbol) => (symbol ? resolve({ symbol }) : reject(new Error('Something went wrong')))),
      ),
    on: (_: string, listener: (detail: { status: string }) => void) => {
      heard.add(listener)
      return () => heard.delete(listener)
    },
  }
  /** @returns what is told: symbols, and null for a failure */
  function follow(of: string) {
    const told: unknown[] = []
    const tell = (balance: Balance | null) => told.push(balance?.symbol ?? null)
    return { told, end: followBalance(client as never as WalletClient, of, undefined, tell) }
  }
  async function answer(index: number, symbol?: string) {
    answers[index]?.(symbol)
    await new Promise(setImmediate)
  }
  const emit = (status: string) => {
    for (const listener of heard) listener({ status })
  }
  return { answers, heard, follow, answer, emit }
}

it('reads a balance again when a transaction has an end, and forgets what was asked before', async () => {
  const { answers, follow, answer, emit } = createClient()
  const { told } = follow('a')
  emit('sent')
  expect(answers).toHaveLength(1)
  emit('reverted')
  emit('accepted')
  await answer(2, 'new')
  await answer(0, 'old')
  await answer(1)
  expect(told).toEqual(['new'])
})

it('tells a balance that one has read to all who follow the same, and a failure only to who asked', async () => {
  const { follow, answer } = createClient()
  const all = ['a', 'a', 'b'].map(follow)
  await answer(0)
  await answer(1, 'read')
  expect(all.map(({ told }) => told)).toEqual([[null, 'read'], ['read'], []])
})

it('tells nothing once it has ended, and leaves no listener', async () => {
  const { heard, follow, answer } = createClient()
  const { told, end } = follow('a')
  end()
  await answer(0, 'late')
  expect([told, heard.size]).toEqual([[], 0])
})
