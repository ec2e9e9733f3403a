// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WalletState } from '../../../../src/client/state.js'
import { HUB } from '../../../../src/element/hub.js'
import type { ElementStore } from '../../../../src/element/store.js'
import type { PagePart } from '../../../../src/element/view-contract.js'
import { createPageState } from '../../../../src/view/page/page-state.js'
import { leadOn } from '../../../../src/view/page/signed-in-href.js'

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const root = document.documentElement
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

let state: Partial<WalletState>
let listeners: Map<string, (detail: never) => void>
let element: { isConnected: boolean; pageState: boolean; signedInHref: string }
let store: ElementStore
let page: PagePart
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
    on: (type: string, listener: (detail: never) => void) => {
      listeners.set(type, listener)
      return () => listeners.delete(type)
    },
  }
  store = { client, elements: [element], used: null } as never
  page = createPageState(store)
})
afterEach(() => {
  element.isConnected = false
  page.update()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

describe('the attribute page-state', () => {
  it('shows status and namespace on the root element, and removes them with the attribute', () => {
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

  it('shows the balance in the language of its element, and reads it anew once the wallet is back', async () => {
    const read = vi.spyOn(store.client, 'getBalance')
    // The app says what the language of an element is.
    HUB.tagOf = (one) => one.getAttribute('lang') ?? 'en'
    document.body.innerHTML = '<p data-wallet-text="balance" lang="de">own</p>'
    state = connected()
    page.update()
    await nextTask()
    expect(texts()).toEqual(['1,5 ETH'])
    document.querySelector('p')?.setAttribute('lang', 'en')
    page.update()
    expect(texts()).toEqual(['1.5 ETH'])
    expect(read).toHaveBeenCalledTimes(1)
    state = idle
    page.update()
    read.mockRejectedValue(new Error('Something went wrong'))
    state = connected()
    page.update()
    await nextTask()
    expect(texts()).toEqual(['own'])
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('warns once of an unknown word, and writes into no script and no style sheet', () => {
    document.body.innerHTML =
      '<p data-wallet-text="adress">own</p><p data-wallet-text="adress">own</p><style data-wallet-text="address">p{}</style>'
    state = connected()
    page.update()
    page.update()
    expect(texts()).toEqual(['own', 'own', 'p{}'])
    expect(warn.mock.calls.map((call: unknown[]) => call[0])).toEqual([
      'data-wallet-text="adress" is not one of: address short-address chain name balance',
    ])
  })
})

describe('the state of a document with several stores, and with scripts of its own (BR01)', () => {
  const OTHER = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
  /** A second store, with its own element and state. */
  function openSecond(own: Partial<WalletState>) {
    const second = { state: own, element: { isConnected: true, pageState: true } }
    const client = { ...store.client, getState: () => second.state }
    const part = createPageState({ client, elements: [second.element], used: null } as never)
    closing.push(() => {
      second.element.isConnected = false
      part.update()
    })
    return Object.assign(second, { update: part.update })
  }
  const withAccount = (account: string): Partial<WalletState> => ({
    ...connected(),
    connections: [{ namespace: 'eip155', account, chainId: 'eip155:1' }] as never,
  })
  const closing: (() => void)[] = []
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })

  it('is one: the store with a wallet writes, and the other one only when it has none', async () => {
    document.body.innerHTML = '<p data-wallet-text="address">none</p>'
    state = connected()
    page.update()
    const second = openSecond(idle)
    second.update()
    expect([root.dataset.walletStatus, root.dataset.walletNamespace]).toEqual(['connected', 'eip155'])
    second.state = withAccount(OTHER)
    second.update()
    await nextTask()
    expect(texts()).toEqual([ACCOUNT])
    state = idle
    page.update()
    expect(texts()).toEqual([OTHER])
    second.state = idle
    second.update()
    expect(texts()).toEqual(['none'])
    expect(root.dataset.walletStatus).toBe('idle')
  })

  it('never answers a script that changes what it wrote, and asks translators to leave it alone', async () => {
    document.body.innerHTML = '<p data-wallet-text="chain" translate="yes">none</p>'
    const text = document.querySelector('p') as HTMLElement
    let rounds = 0
    const watcher = new MutationObserver(() => {
      rounds += 1
      if (rounds < 100) text.textContent = `translated ${rounds}`
    })
    state = connected()
    page.update()
    expect(text.getAttribute('translate')).toBe('no')
    watcher.observe(text, { childList: true })
    text.textContent = 'translated'
    await nextTask()
    expect(text.textContent).toBe('translated 99')
    watcher.disconnect()
    state = { ...connected('vitalik.eth') }
    page.update()
    expect(text.textContent).toBe('translated 99')
    state = idle
    page.update()
    expect([text.textContent, text.getAttribute('translate')]).toEqual(['none', 'yes'])
  })

  it('lets a page go on whose script changes a mark after each answer', async () => {
    document.body.innerHTML = '<p data-wallet-text="address"></p>'
    const text = document.querySelector('p') as HTMLElement
    let rounds = 0
    const watcher = new MutationObserver(() => {
      rounds += 1
      text.dataset.walletText = rounds % 2 ? 'chain' : 'address'
    })
    watcher.observe(text, { childList: true })
    state = connected()
    page.update()
    await nextTask()
    expect(rounds).toBeLessThan(30)
    watcher.disconnect()
  })

  it('asks the document once: later changes of the page cost only what they bring', async () => {
    document.body.innerHTML = '<p data-wallet-text="address"></p>'.repeat(50)
    state = connected()
    page.update()
    const asked = vi.spyOn(document.documentElement, 'querySelectorAll')
    const read = vi.spyOn(document.querySelector('p') as HTMLElement, 'getAttribute')
    document.body.append(document.createElement('i'))
    document.body.append('text')
    await nextTask()
    expect(asked).not.toHaveBeenCalled()
    expect(read).not.toHaveBeenCalled()
  })
})

describe('the attribute signed-in-href', () => {
  const SIGNED_IN = { verified: true, message: 'text' } as never

  it('opens the address after a verified sign-in, and not for a restored session', () => {
    const go = vi.fn()
    element.signedInHref = '/members?x=1'
    leadOn(store, { verified: true } as never, go)
    leadOn(store, { verified: false, message: 'text' } as never, go)
    expect(go).not.toHaveBeenCalled()
    leadOn(store, SIGNED_IN, go)
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
    leadOn(store, SIGNED_IN, go)
    leadOn(store, SIGNED_IN, go)
    expect(go).not.toHaveBeenCalled()
    expect(warn).toHaveBeenCalledTimes(1)
    expect(String(warn.mock.calls[0]?.[0])).toContain(href)
  })
})
