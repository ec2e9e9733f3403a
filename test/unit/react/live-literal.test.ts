import { expect, it } from 'vitest'
import { createLiveLiteral } from '../../../src/react/live-literal.js'

const make = (nonce: string, more: object = {}) => ({
  getNonce: async () => nonce,
  verify: () => true,
  ...more,
})
type Adapter = ReturnType<typeof make>

it('an adapter written anew in each render stays one, and calls the newest functions (X01)', async () => {
  const live = createLiveLiteral(make('first'), make('second'))
  const adapter = live?.value as Adapter
  expect(await adapter.getNonce()).toBe('second')
  expect(live?.take(make('third'))).toBe(true)
  expect(await adapter.getNonce()).toBe('third')
})

it('another kind of adapter is another one (X01)', () => {
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
