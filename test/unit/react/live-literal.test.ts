import { expect, it } from 'vitest'
import { getLiveLiteral } from '../../../src/react/live-literal.js'

const make = (nonce: string, more: object = {}) => ({
  getNonce: async () => nonce,
  verify: () => true,
  ...more,
})
type Adapter = ReturnType<typeof make>

it('an adapter that each render writes anew stays the same object, and calls the newest functions (X01)', async () => {
  const live = getLiveLiteral(make('first'))
  const adapter = live?.value as Adapter
  expect(await adapter.getNonce()).toBe('first')
  expect(live?.take(make('second'))).toBe(true)
  expect(await adapter.getNonce()).toBe('second')
})

it('one adapter of two buttons is one object for both, also when each render writes it anew (X01)', () => {
  const [first, second] = [make('first'), make('second')]
  const [one, other] = [getLiveLiteral(first), getLiveLiteral(first)]
  expect(other?.value).toBe(one?.value)
  for (const live of [one, other]) expect(live?.take(second)).toBe(true)
  expect(getLiveLiteral(second)?.value).toBe(one?.value)
})

it('an adapter of another kind is another object (X01)', () => {
  class Own {
    getNonce = async () => 'own'
    verify = () => true
  }
  expect(getLiveLiteral(new Own())).toBe(null)
  expect(getLiveLiteral(undefined)).toBe(null)
  const live = getLiveLiteral(make('first'))
  expect(live?.take(make('second', { starknetMessage: 'truncate' }))).toBe(false)
  expect(live?.take(make('third', { getSession: async () => null }))).toBe(false)
  expect(live?.take(undefined)).toBe(false)
})
