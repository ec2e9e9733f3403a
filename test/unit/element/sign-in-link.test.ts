import { describe, expect, it, vi } from 'vitest'

vi.hoisted(() => vi.useFakeTimers())

import type { WalletConnectButton } from '../../../src/element/button-api.js'
import { PARTS } from '../../../src/element/parts.js'
import { createSignInLink } from '../../../src/element/sign-in.js'
import { UserRejectedRequestError } from '../../../src/errors/wallet-error.js'
import type { SignInAdapter } from '../../../src/sign-in/adapter.js'
import { createClient, createDevice, createWallet } from '../client/fixture.js'

/** What the link reads of an element. */
const createElement = (signInAdapter: SignInAdapter | null) =>
  ({ signInAdapter, apiUrl: '', signInNonce: '', getAttribute: () => null }) as unknown as WalletConnectButton

it.each([
  ['no element is left', []],
  ['another element, without a server, is left', [createElement(null)]],
])('a session ends at the server that began it when its element has gone and %s', async (_, left) => {
  vi.stubGlobal('location', new URL('https://shop.example/'))
  const wallet = createWallet('One')
  const { client } = createClient(createDevice(wallet))
  await client.connect({ walletId: wallet.info.rdns })
  const signOut = vi.fn(async () => {})
  const adapter = { getNonce: async () => 'nonceOfTheKitchen42', verify: async () => true, signOut }
  const elements = new Set([createElement(adapter)])
  const link = createSignInLink({ client, elements, used: null })
  await link.signIn()
  expect(client.getState().auth.status).toBe('signed-in')

  elements.clear()
  for (const element of left) elements.add(element)
  await link.signOut()
  expect(signOut).toHaveBeenCalledTimes(1)
  expect(client.getState().auth.status).toBe('anonymous')
})

it('asks a server once who is signed in, however often an attribute changes', async () => {
  vi.stubGlobal('location', new URL('https://shop.example/'))
  const wallet = createWallet('One')
  const { client } = createClient(createDevice(wallet))
  await client.connect({ walletId: wallet.info.rdns })
  const getSession = vi.fn(async () => null)
  const verify = async () => true
  const adapter = { getNonce: async () => 'nonceOfTheKitchen42', verify, signOut: async () => {}, getSession }
  const link = createSignInLink({ client, elements: new Set([createElement(adapter)]), used: null })
  link.prepare()
  await vi.waitFor(() => expect(getSession).toHaveBeenCalledTimes(1))
  link.prepare()
  await vi.dynamicImportSettled()
  expect(getSession).toHaveBeenCalledTimes(1)
})

it('shows its progress in the list when it begins in the menu', async () => {
  vi.stubGlobal('location', new URL('https://shop.example/'))
  const wallet = createWallet('One')
  const { client } = createClient(createDevice(wallet))
  await client.connect({ walletId: wallet.info.rdns })
  const adapter = {
    getNonce: () => new Promise<string>(() => {}),
    verify: async () => true,
    signOut: async () => {},
  }
  const link = createSignInLink({ client, elements: new Set([createElement(adapter)]), used: null })
  link.start()
  await vi.waitFor(() => expect(client.getState().open).toBe(true))
})

/** Settles as the test says. */
function createAnswer<T>() {
  let settle: { give(answer: T): void; fail(error: Error): void } | undefined
  const promise = new Promise<T>((give, fail) => {
    settle = { give, fail }
  })
  return { promise, give: (answer: T) => settle?.give(answer), fail: (error: Error) => settle?.fail(error) }
}

/** A page that has named a server, and its link. The wallet is not connected yet. */
function createPage(change: Partial<SignInAdapter> = {}) {
  vi.stubGlobal('location', new URL('https://shop.example/'))
  const wallet = createWallet('One')
  const { client } = createClient(createDevice(wallet))
  const adapter: SignInAdapter = {
    getNonce: async () => 'nonceOfTheKitchen42',
    verify: async () => true,
    signOut: async () => {},
    getSession: async () => null,
    ...change,
  }
  const attributes: Record<string, string> = {}
  const element = Object.assign(createElement(adapter), {
    getAttribute: (name: string) => attributes[name] ?? null,
  })
  const link = createSignInLink({ client, elements: new Set([element]), used: null })
  link.update()
  const status = () => client.getState().auth.status
  return {
    ...{ client, link, element, attributes, status },
    walletId: wallet.info.rdns,
    connect: () => client.connect({ walletId: wallet.info.rdns }),
  }
}

describe('NC20: who is signed in stays unknown until the server has said so', () => {
  it('when the first step is cancelled before its code has come', async () => {
    const { client, link, attributes, status, connect } = createPage()
    attributes['sign-in'] = 'on-connect'
    const seen: string[] = []
    client.on('connected', () => {
      seen.push(status())
      link.cancel()
    })
    await connect()
    expect([...seen, status()]).toEqual(['nonce', 'unknown'])
  })

  it('when the server cannot be reached for a nonce, and when the list with this failure closes', async () => {
    const { client, link, status, connect } = createPage({
      getNonce: () => Promise.reject(new Error('away')),
      getSession: () => Promise.reject(new Error('away')),
    })
    await connect()
    await expect(link.signIn()).rejects.toMatchObject({ code: 'api_failed' })
    expect([status(), client.getState().auth.error?.code]).toEqual(['unknown', 'api_failed'])
    link.cancel()
    expect([status(), client.getState().auth.error]).toEqual(['unknown', null])
  })

  it('when a sign-in is cancelled that has not heard of the server', async () => {
    const { link, status, connect } = createPage({
      getNonce: () => createAnswer<string>().promise,
      getSession: () => createAnswer<null>().promise,
    })
    await connect()
    const signing = link.signIn()
    await vi.waitFor(() => expect(status()).toBe('nonce'))
    link.cancel()
    await expect(signing).rejects.toMatchObject({ code: 'user_rejected' })
    expect(status()).toBe('unknown')
  })

  it('and is nobody after a refusal, as the server has answered with a nonce', async () => {
    const { client, link, status, connect } = createPage({ getSession: () => createAnswer<null>().promise })
    await connect()
    vi.spyOn(client, 'signMessage').mockRejectedValue(new UserRejectedRequestError())
    await expect(link.signIn()).rejects.toMatchObject({ code: 'user_rejected' })
    expect(status()).toBe('anonymous')
  })

  it('or until no server is named any more', async () => {
    const { link, element, status } = createPage()
    expect(status()).toBe('unknown')
    element.signInAdapter = undefined
    link.update()
    expect(status()).toBe('anonymous')
    element.apiUrl = '/api'
    link.update()
    expect(status()).toBe('unknown')
  })

  it('also by another server that is named during a sign-in', async () => {
    const nonce = createAnswer<string>()
    const { link, element, status, connect } = createPage({ getNonce: () => nonce.promise })
    await connect()
    await vi.waitFor(() => expect(status()).toBe('anonymous'))
    const signing = link.signIn()
    await vi.waitFor(() => expect(status()).toBe('nonce'))
    element.signInAdapter = undefined
    element.apiUrl = '/other'
    link.update()
    nonce.fail(new Error('away'))
    await expect(signing).rejects.toMatchObject({ code: 'api_failed' })
    expect(status()).toBe('unknown')
  })

  it('also when the server before says late that nobody is', async () => {
    const session = createAnswer<null>()
    const getSession = vi.fn(() => session.promise)
    const { link, element, status, connect } = createPage({ getSession })
    await connect()
    await vi.waitFor(() => expect(getSession).toHaveBeenCalled())
    element.signInAdapter = undefined
    element.apiUrl = '/other'
    link.update()
    session.give(null)
    for (let turn = 0; turn < 50; turn++) await session.promise
    expect(status()).toBe('unknown')
  })
})

it('NC20: a form leaves nothing unknown, also when the code of sign-in has come', async () => {
  vi.stubGlobal('location', new URL('https://shop.example/'))
  const { client } = createClient(createDevice(createWallet('One')))
  const getAttribute = (name: string) => (name === 'sign-in' ? 'form' : null)
  const form = { signInNonce: 'nonceOfTheKitchen42', getAttribute }
  const element = Object.assign(createElement(null), form)
  const link = createSignInLink({ client, elements: new Set([element]), used: null })
  link.prepare()
  await vi.dynamicImportSettled()
  link.update()
  expect(client.getState().auth.status).toBe('anonymous')
})

it('asks a server again that an element names once more, after the one that named it has gone', async () => {
  vi.stubGlobal('location', new URL('https://shop.example/'))
  const wallet = createWallet('One')
  const { client } = createClient(createDevice(wallet))
  const getSession = vi.fn(async () => null)
  const signOut = async () => {}
  const adapter = {
    getNonce: async () => 'nonceOfTheKitchen42',
    verify: async () => true,
    signOut,
    getSession,
  }
  const elements = new Set([createElement(adapter)])
  const link = createSignInLink({ client, elements, used: null })
  const status = () => client.getState().auth.status
  link.update()
  await client.connect({ walletId: wallet.info.rdns })
  await vi.waitFor(() => expect(status()).toBe('anonymous'))
  elements.clear()
  link.update()
  elements.add(createElement(adapter))
  link.update()
  expect(status()).toBe('unknown')
  link.prepare()
  await vi.waitFor(() => expect(status()).toBe('anonymous'))
  expect(getSession).toHaveBeenCalledTimes(2)
})

describe('a server that takes long to say whose session it has', () => {
  const OTHERS = { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', chainId: 'eip155:1' as const }

  /** A visitor who is signed in, whose wallet another page has replaced, and who hears nothing of the server for ten seconds. */
  async function replace() {
    const session = createAnswer<typeof OTHERS>()
    const getSession = vi.fn<() => Promise<typeof OTHERS | null>>(async () => null)
    const signOut = vi.fn(async () => {})
    const page = createPage({ getSession, signOut })
    await page.connect()
    const own = await page.link.signIn()
    const errors: string[] = []
    page.client.on('error', ({ code }) => errors.push(code))
    getSession.mockReset().mockReturnValue(session.promise)
    const { walletId } = page
    page.client.tell('disconnected', { walletId, namespace: 'eip155', reason: 'replaced' })
    await vi.waitFor(() => expect(getSession).toHaveBeenCalledTimes(1))
    await vi.advanceTimersByTimeAsync(10_000)
    expect([page.status(), signOut.mock.calls.length, errors]).toEqual(['anonymous', 0, []])
    return { own, session, signOut, errors }
  }

  it('ends no session of another account', async () => {
    const { session, signOut, errors } = await replace()
    session.give(OTHERS)
    await vi.advanceTimersByTimeAsync(0)
    expect([signOut.mock.calls.length, errors]).toEqual([0, []])
  })

  it('ends the session that is meant', async () => {
    const { own, session, signOut, errors } = await replace()
    session.give({ address: own.address, chainId: 'eip155:1' })
    await vi.advanceTimersByTimeAsync(0)
    expect([signOut.mock.calls.length, errors]).toEqual([1, []])
  })

  it('and never says it ends nothing, and the page hears of it', async () => {
    const { signOut, errors } = await replace()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([signOut.mock.calls.length, errors]).toEqual([0, ['api_failed']])
  })
})

it('a sign-in for a form ends the session at the server before, and counts', async () => {
  vi.stubGlobal('location', new URL('https://shop.example/'))
  const wallet = createWallet('One')
  const { client } = createClient(createDevice(wallet))
  await client.connect({ walletId: wallet.info.rdns })
  const signOut = vi.fn(async () => {})
  const server = { getNonce: async () => 'nonceOfTheKitchen42', verify: async () => true, signOut }
  let mode: string | null = null
  const element = Object.assign(createElement(server), {
    [PARTS]: {},
    signInNonce: 'nonceOfThePantry42',
    getAttribute: () => mode,
  })
  const link = createSignInLink({ client, elements: new Set([element]), used: null })
  await link.signIn()
  const told: string[] = []
  for (const name of ['signed_in', 'signed_out'] as const) client.on(name, () => told.push(name))
  mode = 'form'
  link.update()
  await link.signIn()
  expect(client.getState().auth.status).toBe('signed-in')
  expect(told).toEqual(['signed_out', 'signed_in'])
  await vi.waitFor(() => expect(signOut).toHaveBeenCalledTimes(1))
})
