import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Keyv from 'keyv'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { isSignInNonce } from '../../../src/protocol/sign-in-nonce.js'
import { createSignIn, type SignIn, type SignInOptions } from '../../../src/server/sign-in.js'
import type { KeyValueStore } from '../../../src/server/store.js'
import { codeOf, createVisitor, prove } from './visitor.js'

const create = (options: Partial<SignInOptions> = {}) =>
  createSignIn({ domain: 'shop.example', chains: ['eip155:1'], ...options })

/** A store that several processes share and that can add a missing key, like Redis. */
function createSharedStore() {
  const map = new Map<string, string>()
  const calls: string[] = []
  const later = async <T>(name: string, run: () => T): Promise<T> => {
    calls.push(name)
    await null
    return run()
  }
  const store: KeyValueStore = {
    get: (key) => later('get', () => map.get(key)),
    set: (key, value) => later('set', () => void map.set(key, value)),
    delete: (key) => later('delete', () => map.delete(key)),
    add: (key, value) => later('add', () => !map.has(key) && map.set(key, value) === map),
  }
  return { store, calls, map }
}

/** A store that expires entries by its own clock. */
function createRedisLike(now: () => number): KeyValueStore {
  const entries = new Map<string, { value: string; endsAt: number }>()
  const get = (key: string) => {
    const entry = entries.get(key)
    return entry && entry.endsAt > now() ? entry.value : undefined
  }
  const set = (key: string, value: string, ttl = 0) => void entries.set(key, { value, endsAt: now() + ttl })
  return {
    get,
    set,
    delete: (key) => entries.delete(key),
    add: (key, value, ttl) => get(key) === undefined && set(key, value, ttl) === undefined,
  }
}

describe('Y04: nonces that need no storage until they are used', () => {
  it('let a visitor sign in after thousands of others have asked for nonces', async () => {
    const signIn = create()
    const proof = await prove(signIn, createVisitor())
    for (let i = 0; i < 3_000; i++) await signIn.issueNonce()
    expect(await codeOf(signIn.verify(proof))).toBe('resolved')
  })

  it('reach the store when they are used, and not before', async () => {
    const { store, calls, map } = createSharedStore()
    const signIn = create({ nonceStore: store, secret: 'a text that nobody guesses' })
    for (let i = 0; i < 100; i++) await signIn.issueNonce()
    const proof = await prove(signIn, createVisitor())
    expect([calls, map.size]).toEqual([[], 0])
    await signIn.verify(proof)
    expect([calls, map.size]).toEqual([['get', 'add'], 1])
  })

  it('are remembered as used for as long as they could be used again, and no longer', async () => {
    const { store, map } = createSharedStore()
    const kept: (number | undefined)[] = []
    const signIn = create({
      secret: 'a text that nobody guesses',
      nonceLifetime: 60_000,
      clockTolerance: 5_000,
      nonceStore: { ...store, add: (key, value, ttl) => kept.push(ttl) > 0 && map.set(key, value) === map },
    })
    await signIn.verify(await prove(signIn, createVisitor()))
    expect(kept).toHaveLength(1)
    expect(kept[0]).toBeGreaterThan(60_000)
    expect(kept[0]).toBeLessThanOrEqual(65_000)
  })

  it('are letters and digits for EIP-4361, short strings for Starknet, and never equal', async () => {
    const signIn = create()
    const seen = new Set<string>()
    for (let i = 0; i < 2_000; i++) {
      const { nonce } = await signIn.issueNonce()
      expect(nonce).toMatch(/^n[A-Za-z0-9]{30}$/)
      expect(isSignInNonce(nonce)).toBe(true)
      seen.add(nonce)
    }
    expect(seen.size).toBe(2_000)
  })

  it('end with their lifetime, to the hundredth of a second', async () => {
    let time = Date.now()
    const signIn = create({ now: () => time, nonceLifetime: 1_000 })
    const dated = () => ({ issuedAt: new Date(time).toISOString() })
    const [first, second] = [
      await prove(signIn, createVisitor(), dated()),
      await prove(signIn, createVisitor(), dated()),
    ]
    time += 980
    expect(await codeOf(signIn.verify(first))).toBe('resolved')
    time += 20
    expect(await codeOf(signIn.verify(second))).toBe('nonce_unknown')
  })

  it('are unknown when any character differs', async () => {
    const signIn = create()
    const { nonce } = await signIn.issueNonce()
    for (let at = 0; at < nonce.length; at++) {
      const changed = nonce.slice(0, at) + (nonce[at] === 'x' ? 'y' : 'x') + nonce.slice(at + 1)
      const proof = await prove(
        { ...signIn, issueNonce: async () => ({ nonce: changed, domain: '' }) },
        createVisitor(),
      )
      expect(await codeOf(signIn.verify(proof)), `character ${at}`).toBe('nonce_unknown')
    }
  })

  it('are unknown to a server with another secret, another site, or another path', async () => {
    const secret = 'a text that nobody guesses'
    const { nonce } = await create({ secret }).issueNonce()
    const codeAt = async (options: Partial<SignInOptions>, change = {}) => {
      const signIn = create(options)
      const issued = { ...signIn, issueNonce: async () => ({ nonce, domain: '' }) }
      return codeOf(signIn.verify(await prove(issued, createVisitor(), change)))
    }
    expect(await codeAt({})).toBe('nonce_unknown')
    expect(await codeAt({ secret: 'another text that nobody guesses' })).toBe('nonce_unknown')
    expect(
      await codeAt({ secret, domain: 'b.example' }, { domain: 'b.example', uri: 'https://b.example' }),
    ).toBe('nonce_unknown')
    expect(await codeAt({ secret, path: '/login' })).toBe('nonce_unknown')
    expect(await codeAt({ secret })).toBe('resolved')
  })

  it('H01: are used once by processes that share a secret and a store', async () => {
    const { store } = createSharedStore()
    const options = { nonceStore: store, secret: new Uint8Array(32).fill(7) }
    const servers = [create(options), create(options)]
    const proof = await prove(servers[0] as SignIn, createVisitor())
    const codes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => codeOf((servers[index % 2] as SignIn).verify(proof))),
    )
    expect(codes.filter((code) => code === 'resolved')).toHaveLength(1)
    expect(codes.filter((code) => code === 'nonce_used')).toHaveLength(19)
  })

  it.each([
    ['behind', 5 * 60_000],
    ['ahead of', -5 * 60_000],
  ])(
    'are used once by two servers with clocks five minutes apart (the using server is %s the other)',
    async (_, apart) => {
      let time = Date.now()
      const shared = {
        secret: 'a text that nobody guesses',
        nonceStore: createRedisLike(() => time),
        maxAge: 60 * 60_000,
      }
      const taker = create({ ...shared, now: () => time })
      const issuer = create({ ...shared, now: () => time + apart })
      const proof = await prove(issuer, createVisitor())
      expect(await codeOf(taker.verify(proof))).toBe('resolved')
      for (let minute = 0; minute < 40; minute++) {
        for (const server of [taker, issuer]) expect(await codeOf(server.verify(proof))).not.toBe('resolved')
        time += 60_000
      }
    },
  )

  it('are stored when they are issued if the store cannot add', async () => {
    const { store, map } = createSharedStore()
    const { add: _, ...plain } = store
    const signIn = create({ nonceStore: plain, secret: 'a text that nobody guesses' })
    const proof = await prove(signIn, createVisitor())
    expect(map.size).toBe(1)
    expect(await codeOf(create({ nonceStore: plain }).verify(proof))).toBe('resolved')
    expect(await codeOf(signIn.verify(proof))).toBe('nonce_used')
  })

  it('are refused with an empty secret', () => {
    expect(() => create({ secret: '' })).toThrow(expect.objectContaining({ code: 'config_invalid' }))
  })
})

describe('nonces that only the memory of this process knows', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it.each<[string, () => Partial<SignInOptions>]>([
    ['the default store', () => ({})],
    ['a Map', () => ({ nonceStore: new Map() as never })],
    ['Keyv without an adapter', () => ({ nonceStore: new Keyv() as never })],
    ['Keyv with a Map', () => ({ nonceStore: new Keyv({ store: new Map() }) as never })],
  ])('end with the process, whatever the secret: %s (SV09)', async (_, open) => {
    const options = { domain: 'shop.example', chains: ['eip155:1'], secret: 'a text that nobody guesses' }
    const signIn = createSignIn({ ...options, ...open() })
    const proof = await prove(signIn, createVisitor())
    const other = await prove(signIn, createVisitor())
    await signIn.verify(proof)
    // What a new process loads: the same modules, without what they have remembered.
    vi.resetModules()
    const later = await import('../../../src/server/sign-in.js')
    const restarted = later.createSignIn({ ...options, ...open() })
    for (const given of [proof, other]) expect(await codeOf(restarted.verify(given))).toBe('nonce_unknown')
    expect(await codeOf(restarted.verify(await prove(restarted, createVisitor())))).toBe('resolved')
    const shared = { ...options, nonceStore: createSharedStore().store }
    const issued = await prove(createSignIn(shared), createVisitor())
    expect(await codeOf(later.createSignIn(shared).verify(issued))).toBe('resolved')
  })

  it('are used once by two servers of a process with the same secret (SV09)', async () => {
    const secret = 'a text that nobody guesses'
    const proof = await prove(create({ secret }), createVisitor())
    expect(await codeOf(create({ secret }).verify(proof))).toBe('resolved')
    expect(await codeOf(create({ secret }).verify(proof))).toBe('nonce_used')
  })

  it('are used once, also if the clock is set forward and back (SV20)', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const signIn = create()
    const proof = await prove(signIn, createVisitor())
    const now = Date.now()
    expect(await codeOf(signIn.verify(proof))).toBe('resolved')
    vi.setSystemTime(now + 20 * 60_000)
    expect(await codeOf(signIn.verify(await prove(signIn, createVisitor())))).toBe('resolved')
    vi.setSystemTime(now)
    expect(await codeOf(signIn.verify(proof))).toBe('nonce_used')
  })

  it('are kept without their messages when they are used (SV06, SV20)', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const signIn = create()
    const visitor = createVisitor()
    const resources = [`urn:${'a'.repeat(3_000)}`]
    const signInTimes = async (times: number) => {
      for (let i = 0; i < times; i++) await signIn.verify(await prove(signIn, visitor, { resources }))
      collect()
      return process.memoryUsage().heapUsed
    }
    // The first sign-ins also load and compile what they need.
    const heap = [await signInTimes(50)]
    for (let round = 0; round < 3; round++) heap.push(await signInTimes(100))
    // What nonces keep adds to the heap in each round; the test run itself may add to it in one of them.
    const growth = heap.slice(1).map((now, round) => now - (heap[round] as number))
    expect(Math.min(...growth) / 100).toBeLessThan(2_000)
  })
})

describe('Y06: a store that does not say whether a key existed', () => {
  it.each([undefined, 1, 'OK', null])('signs nobody in when delete answers %j', async (answer) => {
    const map = new Map<string, string>()
    const nonceStore: KeyValueStore = {
      get: (key) => map.get(key),
      set: (key, value) => void map.set(key, value),
      async delete(key) {
        map.delete(key)
        return answer
      },
    }
    const signIn = create({ nonceStore })
    expect(await codeOf(signIn.verify(await prove(signIn, createVisitor())))).toBe('store_failed')
  })

  it.each([undefined, 1, 'OK'])('signs nobody in when add answers %j', async (answer) => {
    const nonceStore: KeyValueStore = { get() {}, set() {}, delete: () => true, add: () => answer }
    const signIn = create({ nonceStore, secret: 'a text that nobody guesses' })
    expect(await codeOf(signIn.verify(await prove(signIn, createVisitor())))).toBe('store_failed')
  })
})

describe('Y05: many posts of one nonce', () => {
  const wrong = `0x${'11'.repeat(64)}1b`
  /** A node that answers when the test says so; it counts the verifications that begin. */
  function createNode() {
    const waiting: (() => void)[] = []
    const asked = { count: 0 }
    let heard = () => {}
    const rpc = () => {
      asked.count++
      heard()
      return new Promise((resolve) => waiting.push(() => resolve(`0x${'0'.repeat(64)}`)))
    }
    return {
      rpc,
      asked,
      next: () => waiting.shift()?.(),
      begun: () =>
        new Promise<void>((resolve) => {
          heard = resolve
        }),
    }
  }

  it('are verified one at a time, and only a limited number', async () => {
    const node = createNode()
    const signIn = create({ rpc: { 'eip155:1': node.rpc } })
    const proof = await prove(signIn, createVisitor())
    const begun = node.begun()
    const codes = Array.from({ length: 1_000 }, () => codeOf(signIn.verify({ ...proof, signature: wrong })))
    await begun
    expect(node.asked.count).toBe(1)
    // All except the running one and the eight after it are refused at once.
    const refused = await Promise.all(codes.slice(9))
    expect(new Set(refused)).toEqual(new Set(['nonce_used']))
    for (let i = 2; i <= 9; i++) {
      const following = node.begun()
      node.next()
      await following
      expect(node.asked.count).toBe(i)
    }
    node.next()
    expect(new Set(await Promise.all(codes.slice(0, 9)))).toEqual(new Set(['signature_invalid']))
    expect(await codeOf(signIn.verify(proof))).toBe('resolved')
  })
})

it('H02: a nonce that was issued to nobody signs nobody in when a session is required', async () => {
  const signIn = create()
  const proof = await prove(signIn, createVisitor())
  expect(await codeOf(signIn.verify(proof, 'a session'))).toBe('nonce_unknown')
  expect(await codeOf(signIn.verify(proof))).toBe('resolved')
})

describe('Y17, W11: the binding of a message', () => {
  const refuse = async (options: Partial<SignInOptions>, change: object) => {
    const signIn = create(options)
    return codeOf(signIn.verify(await prove(signIn, createVisitor(), change)))
  }

  it.each([
    ['/admin', 'https://shop.example/admin', 'resolved'],
    ['/admin', 'https://shop.example/admin/', 'resolved'],
    ['/admin', 'https://shop.example/admin/users?page=2#top', 'resolved'],
    ['/admin/', 'https://shop.example/admin/users', 'resolved'],
    ['/', 'https://shop.example', 'resolved'],
    ['/admin', 'https://shop.example', 'domain_mismatch'],
    ['/admin', 'https://shop.example/administrators', 'domain_mismatch'],
    ['/admin', 'https://shop.example/Admin', 'domain_mismatch'],
    ['/admin', 'https://shop.example/admin/../login', 'domain_mismatch'],
    ['/admin', 'https://shop.example/admin/%2e%2e/login', 'domain_mismatch'],
    ['/admin', 'https://shop.example/login?/admin', 'domain_mismatch'],
    ['/admin', 'https://shop.example/login#/admin', 'domain_mismatch'],
  ])('to the path %s with the uri %s: %s', async (path, uri, expected) => {
    expect(await refuse({ path }, { uri })).toBe(expected)
  })

  it.each([
    [['https://shop.example/terms', 'urn:role:admin'], 'resolved'],
    [['urn:role:admin', 'https://shop.example/terms', 'a:b'], 'resolved'],
    [['urn:role:admin'], 'domain_mismatch'],
    [['https://shop.example/terms/2', 'urn:role:admin'], 'domain_mismatch'],
    [[], 'domain_mismatch'],
    [undefined, 'domain_mismatch'],
  ])('to the resources %j: %s', async (resources, expected) => {
    const needed = ['https://shop.example/terms', 'urn:role:admin']
    expect(await refuse({ resources: needed }, { resources })).toBe(expected)
  })

  it('is sent with the nonce', async () => {
    const { nonce: _, ...bound } = await create({
      path: '/admin',
      resources: ['urn:role:admin'],
    }).issueNonce()
    expect(bound).toEqual({ domain: 'shop.example', path: '/admin', resources: ['urn:role:admin'] })
    expect(Object.keys(await create().issueNonce())).toEqual(['nonce', 'domain'])
  })

  it('W11: accepts both origins of a site with two names', async () => {
    const options = { domain: 'www.shop.example', origins: ['https://shop.example'] }
    const named = (uri: string) => ({ domain: 'www.shop.example', uri })
    expect(await refuse(options, named('https://shop.example/login'))).toBe('resolved')
    expect(await refuse(options, named('https://www.shop.example'))).toBe('resolved')
    expect(await refuse(options, named('https://a.shop.example'))).toBe('domain_mismatch')
    expect(await refuse(options, named('http://shop.example'))).toBe('domain_mismatch')
    // PR04: each origin signs for its own host.
    expect(await refuse(options, { domain: 'shop.example' })).toBe('resolved')
    expect(await refuse(options, { domain: 'a.shop.example' })).toBe('domain_mismatch')
  })

  it.each([
    { path: 'admin' },
    { path: '//evil.example' },
    { path: '/a?b' },
    { path: '/a/../b' },
    { resources: ['no uri'] },
    { resources: 'urn:a' as never },
    { origins: ['shop.example'] },
    { origins: ['https://shop.example/login'] },
    { origins: ['javascript:0'] },
  ])('refuses %j', (options) => {
    expect(() => create(options)).toThrow(expect.objectContaining({ code: 'config_invalid' }))
  })

  it.each(['0.0.0.0:3000', '[::1]:3000', 'localhost', 'shop.localhost:3000', '127.8.9.1:3000'])(
    'Y19, Y21: treats http as https on %s, which is this machine',
    (domain) => {
      expect(create({ domain }).site.origins).toEqual([`https://${domain}`, `http://${domain}`])
    },
  )

  it.each(['0.0.0.1', '10.0.0.1', 'localhost.example', '[::2]'])(
    'Y19, Y21: does not treat http as https on %s',
    (domain) => {
      expect(create({ domain }).site.origins).toEqual([`https://${domain}`])
    },
  )
})
