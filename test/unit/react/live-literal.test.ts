import { expect, it } from 'vitest'
import { createLiveLiteral } from '../../../src/react/live-literal.js'

const make = (nonce: string, more: object = {}) => ({
  getNonce: async () => nonce,
  verify: () => true,
  ...more,
})
type Adapter = ReturnType<typeof make>

it('an adapter that each render writes anew stays the same object, and calls the newest functions (X01)', async () => {
  const live = createLiveLiteral(make('first'), make('second'))
  const adapter = live?.value as Adapter
  expect(await adapter.getNonce()).toBe('second')
  expect(live?.take(make('third'))).toBe(true)
  expect(await adapter.getNonce()).toBe('third')
})

it('an adapter of another kind is another object (X01)', () => {
  class Own {
    getNonce = async () => 'own'
    verify = () => true
  }
  expect(createLiveLiteral(new Own(), new Own())).toBe(null)
  expect(createLiveLiteral(undefined, make('first'))).toBe(null)
  expect(createLiveLiteral(make('first'), make('first', { starknetMessage: 'truncate' }))).toBe(null)
  const live = createLiveLiteral(make('first'), make('second'))
  expect(live?.take(make('third', { getSession: async () => null }))).toBe(false)
  expect(live?.take(undefined)).toBe(false)
})
