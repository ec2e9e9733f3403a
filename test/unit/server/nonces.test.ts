import fc from 'fast-check'
import Keyv from 'keyv'
import { generateNonce } from 'siwe'
import { generateSiweNonce } from 'viem/siwe'
import { describe, expect, it } from 'vitest'
import { isEvmNonce } from '../../../src/protocol/evm-nonce.js'
import { createSignInNonce, isSignInNonce, parseNonceAnswer } from '../../../src/protocol/sign-in-nonce.js'
import { createMemoryStore } from '../../../src/server/memory-store.js'
import { createStoredNonces, type Nonces } from '../../../src/server/nonces.js'
import { createSignIn } from '../../../src/server/sign-in.js'
import { createStore, type KeyValueStore } from '../../../src/server/store.js'
import { codeOf, createVisitor, prove } from './visitor.js'

const MINUTE = 60_000

describe('H16: a nonce of our own', () => {
  it('is a letter and 16 to 30 letters and digits, never all hex digits', () => {
    const seen = new Set<string>()
    for (let i = 0; i < 2_000; i++) {
      const nonce = createSignInNonce()
      expect(isSignInNonce(nonce)).toBe(true)
      expect(nonce).toMatch(/^[G-Zg-z][A-Za-z0-9]{23}$/)
      seen.add(nonce)
    }
    expect(seen.size).toBe(2_000)
  })

  it('has every character equally often', () => {
    const counts = new Map<string, number>()
    const rounds = 4_000
    for (let i = 0; i < rounds; i++) {
      for (const character of createSignInNonce().slice(1))
        counts.set(character, (counts.get(character) ?? 0) + 1)
    }
    const expected = (rounds * 23) / 62
    expect(counts.size).toBe(62)
    // Six standard deviations.
    for (const count of counts.values())
      expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected))
  })

  it.each([
    ['a letter and digits', `n${'1'.repeat(16)}`, true],
    ['16 characters', `n${'1'.repeat(15)}`, false],
    ['31 characters', `n${'1'.repeat(30)}`, true],
    ['32 characters', `n${'1'.repeat(31)}`, false],
    ['digits', '12345678901234567', false],
    ['a leading zero', '01234567890123456n', false],
    ['0x', `0x${'c'.repeat(20)}`, false],
    ['hex digits', 'abcdef0123456789abc', false],
    ['one letter past hex', 'abcdef0123456789abg', true],
    ['a hyphen', 'nonce-nonce-nonce-nonce', false],
    ['a line break', `nonceNonceNonceNonce\n`, false],
    ['letters outside ASCII', 'nönceNonceNonceNonce', false],
    ['nothing', '', false],
    ['a number', 12, false],
  ])('may be %s: %s → %s', (_, text, expected) => {
    expect(isSignInNonce(text)).toBe(expected)
  })

  it.each([
    ['an object', { nonce: 'nonceNonceNonceNonce', domain: 'shop.example' }, 'shop.example'],
    ['the same as text', '{"nonce":"nonceNonceNonceNonce","domain":"shop.example"}', 'shop.example'],
    ['a bare nonce', 'nonceNonceNonceNonce', 'domain'],
    ['an object without a domain', { nonce: 'nonceNonceNonceNonce' }, 'domain'],
    ['more keys', { nonce: 'nonceNonceNonceNonce', domain: 'shop.example', extra: 1 }, 'shop.example'],
    [
      'a key __proto__',
      JSON.parse('{"nonce":"nonceNonceNonceNonce","domain":"shop.example","__proto__":{"x":1}}'),
      'shop.example',
    ],
  ])('H18: is accepted as %s', (_, answer, domain) => {
    expect(parseNonceAnswer(answer, 'starknet')).toEqual({ nonce: 'nonceNonceNonceNonce', domain })
    expect(({} as { x?: unknown }).x).toBeUndefined()
  })

  it.each([
    ['cut JSON', '{"nonce":"nonceNonceNonc'],
    ['a list', ['nonceNonceNonceNonce']],
    ['a number', 12],
    ['null', null],
    ['a nonce that looks like a number', { nonce: '12345678901234567890' }],
    ['a nonce that looks like hex', '0x1f'],
    ['a nonce in __proto__', JSON.parse('{"__proto__":{"nonce":"nonceNonceNonceNonce"}}')],
    ['a domain that is no text', { nonce: 'nonceNonceNonceNonce', domain: 1 }],
  ])('H18: is refused as %s', (_, answer) => {
    expect(() => parseNonceAnswer(answer, 'starknet')).toThrow(
      expect.objectContaining({ code: expect.stringMatching(/_invalid$/) }),
    )
  })
})

describe('W03: a nonce of another server', () => {
  const made = [
    ['siwe', generateNonce],
    ['viem', generateSiweNonce],
  ] as const
  it.each(made)('that %s has created is valid for EVM, every time', (_, generate) => {
    for (let i = 0; i < 200; i++) {
      const nonce = generate()
      expect(parseNonceAnswer(nonce, 'eip155').nonce).toBe(nonce)
    }
  })

  it.each([
    ['7 characters', 'abcdefg', false],
    ['8 characters', 'abcdefgh', true],
    ['256 characters', 'a'.repeat(256), true],
    ['257 characters', 'a'.repeat(257), false],
    ['a line break', 'abcdefgh\n', false],
  ])('of %s is checked: %#', (_, nonce, expected) => {
    expect(isEvmNonce(nonce)).toBe(expected)
  })

  it('that Starknet could read as a number is refused only there', () => {
    expect(parseNonceAnswer('0123456789', 'eip155').nonce).toBe('0123456789')
    expect(() => parseNonceAnswer('01234567890123456789', 'starknet')).toThrow(
      expect.objectContaining({ code: 'message_invalid' }),
    )
  })
})

/** A store that answers after a turn or two, like any store that is reached over a network. */
function createSlowStore(): KeyValueStore {
  const map = new Map<string, string>()
  const later = async <T>(run: () => T): Promise<T> => {
    await null
    await new Promise(setImmediate)
    return run()
  }
  return {
    get: (key) => later(() => map.get(key)),
    set: (key, value) => later(() => void map.set(key, value)),
    // It reads first and deletes then, as Keyv's SQL adapters do.
    async delete(key) {
      if (!(await later(() => map.has(key)))) return false
      await later(() => map.delete(key))
      return true
    },
  }
}

const STORES: [string, () => KeyValueStore][] = [
  ['the default', createMemoryStore],
  ['a Map', () => new Map<string, string>()],
  ['Keyv', () => new Keyv()],
  ['Keyv with a namespace', () => new Keyv({ namespace: 'sign-in' })],
  ['a store over a wire', createSlowStore],
]

describe.each(STORES)('nonces stored in %s', (_, createSource) => {
  it('H01: can be used once', async () => {
    const nonces = createStoredNonces(createStore(createSource(), Date.now), MINUTE)
    const nonce = await nonces.issue()
    await nonces.check(nonce)
    await nonces.take(nonce)
    expect(await codeOf(nonces.take(nonce))).toBe('nonce_used')
    expect(await codeOf(nonces.check(nonce))).toBe('nonce_used')
    expect(await codeOf(nonces.take(createSignInNonce()))).toBe('nonce_unknown')
  })

  it('end with their lifetime', async () => {
    let time = Date.now()
    const nonces = createStoredNonces(
      createStore(createSource(), () => time),
      MINUTE,
    )
    const nonce = await nonces.issue()
    time += MINUTE
    expect(await codeOf(nonces.take(nonce))).toBe('nonce_unknown')
  })

  it('are used by one of 1,000 simultaneous calls on two servers', async () => {
    const source = createSource()
    const servers = [1, 2].map(() => createStoredNonces(createStore(source, Date.now), MINUTE))
    const nonce = (await servers[0]?.issue()) as string
    const codes = await Promise.all(
      Array.from({ length: 1_000 }, (_each, index) =>
        codeOf(servers[index % 2]?.take(nonce) as Promise<void>),
      ),
    )
    expect(codes.filter((code) => code === 'resolved')).toHaveLength(1)
    expect(codes.filter((code) => code === 'nonce_used')).toHaveLength(999)
  })

  it('H02: bound to a session can be used by that session only, and it can use no others', async () => {
    const store = createStore(createSource(), Date.now)
    const [nonces, ofPath] = ['', '["/a",[]]'].map((purpose) => createStoredNonces(store, MINUTE, purpose))
    const issue = async (session?: string) => (await nonces?.issue(session)) as string
    expect(await codeOf((nonces as Nonces).take(await issue('one'), 'other'))).toBe('nonce_unknown')
    expect(await codeOf((nonces as Nonces).take(await issue('one')))).toBe('nonce_unknown')
    expect(await codeOf((nonces as Nonces).take(await issue(), 'one'))).toBe('nonce_unknown')
    expect(await codeOf((ofPath as Nonces).take(await issue('["/a",[]]')))).toBe('nonce_unknown')
    expect(await codeOf((nonces as Nonces).take(await issue('one'), 'one'))).toBe('resolved')
  })

  it('H16: that nobody issued are never looked up', async () => {
    const asked: string[] = []
    const source = createSource()
    const watched: KeyValueStore = {
      get(key) {
        asked.push(key)
        return source.get(key)
      },
      set: (key, value, ttl) => source.set(key, value, ttl),
      delete: (key) => source.delete(key),
    }
    const nonces = createStoredNonces(createStore(watched, Date.now), MINUTE)
    for (const nonce of ['', '12', '0x0c', '012', '__proto__', 'n'.repeat(10_000)]) {
      expect(await codeOf(nonces.take(nonce))).toBe('nonce_unknown')
    }
    expect(asked).toEqual([])
  })
})

it('H01: a nonce is known as used from the moment in which another process has removed it', async () => {
  const map = new Map<string, string>()
  const shared = {
    get: (key: string) => map.get(key),
    set: (key: string, value: string) => map.set(key, value),
  }
  const other = createStoredNonces(
    createStore({ ...shared, delete: (key) => map.delete(key) }, Date.now),
    MINUTE,
  )
  const heard: string[] = []
  const source: KeyValueStore = {
    ...shared,
    async delete(key) {
      const existed = map.delete(key)
      heard.push(await codeOf(other.check(nonce)))
      return existed
    },
  }
  const nonces = createStoredNonces(createStore(source, Date.now), MINUTE)
  const nonce = await nonces.issue()
  await nonces.take(nonce)
  expect(heard).toEqual(['nonce_used'])
})

describe('P13: nonces under any order of simultaneous posts', () => {
  it('are each used exactly once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.integer({ min: 2, max: 8 }), async (scheduler, posts) => {
        const map = new Map<string, string>()
        const late = scheduler.scheduleFunction(async (run: () => unknown) => run())
        const source: KeyValueStore = {
          get: (key) => late(() => map.get(key)),
          set: (key, value) => late(() => map.set(key, value)),
          async delete(key) {
            if (!(await late(() => map.has(key)))) return false
            return late(() => map.delete(key))
          },
        }
        map.set('nonce:nonceNonceNonceNonce', `${Date.now() + MINUTE}.`)
        const nonces = createStoredNonces(createStore(source, Date.now), MINUTE)
        const results = Array.from({ length: posts }, () => codeOf(nonces.take('nonceNonceNonceNonce')))
        await scheduler.waitFor(Promise.all(results))
        const codes = await Promise.all(results)
        expect(codes.filter((code) => code === 'resolved')).toHaveLength(1)
      }),
      { numRuns: 150 },
    )
  })
})

describe('a nonce store that fails', () => {
  const broken = (part: 'get' | 'set' | 'delete'): KeyValueStore => {
    const map = new Map<string, string>()
    const store: KeyValueStore = {
      get: (key) => map.get(key),
      set: (key, value) => void map.set(key, value),
      delete: (key) => map.delete(key),
    }
    return { ...store, [part]: () => Promise.reject(new Error('postgres://user:secret@db is down')) }
  }

  it('issues no nonce that could not be used later', async () => {
    const signIn = createSignIn({ domain: 'shop.example', chains: ['eip155:1'], nonceStore: broken('set') })
    expect(await codeOf(signIn.issueNonce())).toBe('store_failed')
    const keyv = new Keyv({
      store: {
        get: () => undefined,
        set: () => Promise.reject(new Error('down')),
        delete: () => true,
        clear() {},
      },
    })
    keyv.on('error', () => {})
    const other = createSignIn({ domain: 'shop.example', chains: ['eip155:1'], nonceStore: keyv })
    expect(await codeOf(other.issueNonce())).toBe('store_failed')
  })

  it.each(['get', 'delete'] as const)('signs nobody in when %s fails', async (part) => {
    const signIn = createSignIn({ domain: 'shop.example', chains: ['eip155:1'], nonceStore: broken(part) })
    expect(await codeOf(signIn.verify(await prove(signIn, createVisitor())))).toBe('store_failed')
  })
})

it('a memory store of 100,000 entries drops the oldest', () => {
  const store = createMemoryStore(100_000)
  for (let i = 0; i < 100_100; i++) store.set(`nonce:${i}`, 'x', MINUTE)
  expect(store.get('nonce:0')).toBeUndefined()
  expect(store.get('nonce:99')).toBeUndefined()
  expect(store.get('nonce:100')).toBe('x')
  expect(store.get('nonce:100099')).toBe('x')
})
