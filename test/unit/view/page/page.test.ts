// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WalletState } from '../../../../src/client/state.js'
import type { ElementStore } from '../../../../src/element/store.js'
import { createPageState } from '../../../../src/view/page/page-state.js'
import { followSignIn } from '../../../../src/view/page/signed-in-href.js'

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const root = document.documentElement
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

let state: Partial<WalletState>
let listeners: Map<string, (detail: never) => void>
let element: { isConnected: boolean; pageState: boolean; signedInHref: string }
let store: ElementStore
let warn: ReturnType<typeof vi.spyOn>

const connected = (name?: string): Partial<WalletState> => ({
  status: 'connected',
  active: 'eip155',
  auth: { status: 'anonymous' } as never,
  connections: [{ namespace: 'eip155', account: ACCOUNT, chainId: 'eip155:1', name }] as never,
})
const idle: Partial<WalletState> = {
  status: 'idle',
  active: null,
  auth: { status: 'anonymous' } as never,
  connections: [],
}
const texts = () => [...document.querySelectorAll('[data-wallet-text]')].map(({ innerHTML }) => innerHTML)

beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  state = idle
  listeners = new Map()
  element = { isConnected: true, pageState: true, signedInHref: '' }
  const client = {
    getState: () => state,
    getConfig: () => ({ networks: [{ chainId: 'eip155:1', name: 'My <b>net</b>' }] }),
    getBalance: async () => ({ value: 1_500n, decimals: 3, symbol: 'ETH' }),
    on: (type: string, listener: (detail: never) => void) => void listeners.set(type, listener),
  }
  store = { client, elements: [element], used: null } as never
})
afterEach(() => {
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

describe('the attribute page-state', () => {
  it('shows status and namespace on the root element, and removes them with the attribute', () => {
    const page = createPageState(store)
    page.update()
    expect(root.dataset.walletStatus).toBe('idle')
    state = { ...idle, status: 'connecting' }
    page.update()
    expect(root.dataset.walletStatus).toBe('connecting')
    state = connected()
    page.update()
    expect([root.dataset.walletStatus, root.dataset.walletNamespace]).toEqual(['connected', 'eip155'])
    state = { ...connected(), auth: { status: 'signed-in' } as never }
    page.update()
    expect(root.dataset.walletStatus).toBe('signed-in')
    element.pageState = false
    page.update()
    expect([root.dataset.walletStatus, root.dataset.walletNamespace]).toEqual([undefined, undefined])
  })

  it('fills elements with plain text while connected, later elements too, and restores their content', async () => {
    document.body.innerHTML = `<p data-wallet-text="address">none <i>yet</i></p><p data-wallet-text="short-address"></p>
      <p data-wallet-text="chain">?</p><p data-wallet-text="name">you</p><p data-wallet-text="balance">0</p>`
    const before = texts()
    const italic = document.querySelector('i')
    const page = createPageState(store)
    state = connected('<img src=x onerror=alert(1)>')
    page.update()
    await nextTask()
    expect(texts()).toEqual([
      ACCOUNT,
      '0xf39F…2266',
      'My &lt;b&gt;net&lt;/b&gt;',
      '&lt;img src=x onerror=alert(1)&gt;',
      '1.5 ETH',
    ])
    const late = document.createElement('b')
    late.dataset.walletText = 'address'
    document.body.append(late)
    await nextTask()
    expect(late.textContent).toBe(ACCOUNT)
    late.remove()
    state = idle
    page.update()
    expect(texts()).toEqual(before)
    expect(document.querySelector('i')).toBe(italic)
    expect(late.textContent).toBe('')
    state = connected()
    page.update()
    element.isConnected = false
    page.update()
    expect(texts()).toEqual(before)
  })

  it('warns once of an unknown word, and writes into no script and no style sheet', () => {
    document.body.innerHTML =
      '<p data-wallet-text="adress">own</p><p data-wallet-text="adress">own</p><style data-wallet-text="address">p{}</style>'
    state = connected()
    const page = createPageState(store)
    page.update()
    page.update()
    expect(texts()).toEqual(['own', 'own', 'p{}'])
    expect(warn.mock.calls.map((call: unknown[]) => call[0])).toEqual([
      'data-wallet-text="adress" is not one of: address short-address chain name balance',
    ])
  })
})

describe('the attribute signed-in-href', () => {
  const signedIn = (detail: object) => listeners.get('signed_in')?.(detail as never)

  it('opens the address after a verified sign-in, and not for a restored session', () => {
    const go = vi.fn()
    element.signedInHref = '/members?x=1'
    followSignIn(store, go)
    signedIn({ verified: true })
    signedIn({ verified: false, message: 'text' })
    expect(go).not.toHaveBeenCalled()
    signedIn({ verified: true, message: 'text' })
    expect(go.mock.calls).toEqual([[new URL('/members?x=1', location.href).href]])
    expect(warn).not.toHaveBeenCalled()
  })

  it.each([
    'https://other.example/',
    '//other.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://[',
  ])('warns once of %s and opens nothing', (href) => {
    const go = vi.fn()
    element.signedInHref = href
    followSignIn(store, go)
    signedIn({ verified: true, message: 'text' })
    signedIn({ verified: true, message: 'text' })
    expect(go).not.toHaveBeenCalled()
    expect(warn).toHaveBeenCalledTimes(1)
    expect(String(warn.mock.calls[0]?.[0])).toContain(href)
  })
})
