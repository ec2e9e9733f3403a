import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'

vi.hoisted(() => vi.useFakeTimers())

import { ALICE, BOB } from './fixture.js'
import { check, createWorld, leave } from './world.js'

/** What the page and its wallets do; the scheduler chooses the order. */
const STEPS = ['connect One', 'connect Two', 'disconnect', 'account event'] as const

test('two connects, a disconnect and an account event in any order end in the state of the last (P2)', async () => {
  const orders = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const answers: string[] = []
      const world = createWorld(async ({ accounts }) => {
        await scheduler.schedule(Promise.resolve(), `answer of ${accounts[0] === BOB ? 'Two' : 'One'}`)
        answers.push(accounts[0] as string)
        return true
      })
      const { client, evm } = world
      const [one, two] = evm
      world.allowed = 2
      const done: string[] = []
      const act = {
        'connect One': () => world.track('connect', client.connect({ walletId: 'com.one' })),
        'connect Two': () => world.track('connect', client.connect({ walletId: 'com.two' })),
        disconnect: () => void client.disconnect(),
        'account event': () => one?.setAccounts([BOB, ALICE]),
      }
      for (const step of STEPS) {
        void scheduler.schedule(Promise.resolve(), step).then(() => {
          done.push(step)
          act[step]()
        })
      }
      await scheduler.waitIdle()
      await vi.advanceTimersByTimeAsync(1_500)
      await scheduler.waitIdle()
      await vi.advanceTimersByTimeAsync(1_500)
      orders.add(done.join())
      check(world)

      const connects = done.filter((step) => step.startsWith('connect'))
      const { status, wallet, phase, account } = client.getState()
      expect([phase, world.open('connect')]).toEqual(['ready', 0])
      if (done.indexOf('disconnect') > done.lastIndexOf(connects.at(-1) as string)) {
        expect([status, two?.listenerCount(), one?.listenerCount()]).toEqual(['idle', 0, 0])
      } else {
        expect([status, wallet?.name]).toEqual(['connected', connects.at(-1)?.slice(8)])
        const source = wallet?.name === 'One' ? one : two
        expect(account).toBe(source?.granted[0])
      }
      await leave(world)
    }),
    { numRuns: 200 },
  )
  expect(orders.size).toBeGreaterThan(12)
})
