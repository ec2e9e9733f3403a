import { expect, it } from 'vitest'
import { sameContent } from '../../../src/client/same-content.js'

it('two literals with the same content are equal, with bigints too (X01)', () => {
  const make = () => [{ chainId: 31338n, rpcUrls: ['http://127.0.0.1:1'], nativeCurrency: { decimals: NaN } }]
  expect(sameContent(make(), make())).toBe(true)
  expect(sameContent(make(), [{ ...make()[0], chainId: 31338 }])).toBe(false)
  expect(sameContent({ a: undefined }, { b: undefined })).toBe(false)
  expect(sameContent([], {})).toBe(false)
  expect(sameContent({ length: 0 }, [])).toBe(false)
  expect(sameContent(null, {})).toBe(false)
})

it('functions and instances of classes are equal only when they are identical (X01)', () => {
  class Adapter {
    url = '/api'
  }
  const own = new Adapter()
  expect(sameContent({ own, verify: Number }, { own, verify: Number })).toBe(true)
  expect(sameContent(new Adapter(), new Adapter())).toBe(false)
  expect(sameContent({ verify: () => true }, { verify: () => true })).toBe(false)
  expect(sameContent(new Map(), new Map())).toBe(false)
})

it('comparing circular values comes to an end (X01)', () => {
  const make = () => {
    const one: Record<string, unknown> = {}
    one.self = one
    return one
  }
  expect(sameContent(make(), make())).toBe(false)
})
