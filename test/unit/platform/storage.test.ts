import { expect, test } from 'vitest'
import { createMemoryStorage, createSafeStorage } from '../../../src/platform/storage.js'

const fail = () => {
  throw new DOMException('no', 'QuotaExceededError')
}

test('a storage that works is used, and nothing is kept in memory', () => {
  const real = createMemoryStorage()
  const storage = createSafeStorage(() => real)
  storage.setItem('a', '1')
  expect([real.getItem('a'), storage.getItem('a'), storage.keys?.()]).toEqual(['1', '1', ['a']])
  real.removeItem('a')
  expect(storage.getItem('a')).toBeNull()
})

test.each([
  ['whose getter throws', fail],
  ['that is not there', () => undefined],
  ['that is null', () => null as never],
])('a storage that %s is replaced by memory (E01)', (_, source) => {
  const storage = createSafeStorage(source)
  storage.setItem('a', '1')
  expect([storage.getItem('a'), storage.keys?.()]).toEqual(['1', ['a']])
  storage.removeItem('a')
  expect(storage.getItem('a')).toBeNull()
})

test('a value that could not be written counts until it is removed (E02)', () => {
  const real = createMemoryStorage()
  real.setItem('a', 'old')
  const storage = createSafeStorage(() => ({ ...real, setItem: fail }))
  storage.setItem('a', 'new')
  expect(storage.getItem('a')).toBe('new')
  storage.removeItem('a')
  expect([storage.getItem('a'), real.getItem('a')]).toEqual([null, null])
})

test('a value that can be written again is no longer kept in memory', () => {
  const real = createMemoryStorage()
  let full = true
  const setItem = (key: string, value: string) => (full ? fail() : real.setItem(key, value))
  const storage = createSafeStorage(() => ({ ...real, setItem }))
  storage.setItem('a', '1')
  full = false
  storage.setItem('a', '2')
  real.setItem('a', 'another tab’s')
  expect(storage.getItem('a')).toBe('another tab’s')
})

test('stored values that are not texts are not returned', () => {
  const odd = { getItem: () => Promise.resolve('x') as never, setItem() {}, removeItem() {} }
  expect(createSafeStorage(() => odd).getItem('a')).toBeNull()
})

test('the keys of a Storage without a list are its properties, as in a browser', () => {
  const items: Record<string, string> = { a: '1' }
  const browser = Object.assign(
    Object.create({
      getItem: (key: string) => items[key] ?? null,
      setItem() {},
      removeItem() {},
    }),
    items,
  )
  expect(createSafeStorage(() => browser).keys?.()).toEqual(['a'])
})
