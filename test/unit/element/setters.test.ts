// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { WalletConnectButton } from '../../../src/element/button-api.js'
import { PARTS } from '../../../src/element/parts.js'
import '../../../src/exports/index.js'

// The build sets it.
vi.hoisted(() => Object.assign(globalThis, { __WCB_VERSION__: '0.0.0' }))

let element: WalletConnectButton
let painted: number
beforeEach(() => {
  element = document.createElement('wallet-connect-button') as WalletConnectButton
  document.body.append(element)
  const paint = element[PARTS].paint.bind(element[PARTS])
  painted = 0
  element[PARTS].paint = () => {
    painted++
    paint()
  }
})
afterEach(() => element.remove())

describe('setting a value that is already set', () => {
  it('does nothing, for each property and attribute (X01)', () => {
    const set = () => {
      Object.assign(element, {
        networks,
        signInAdapter,
        label: 'Sign in',
        chains: 'eip155:1',
        showBalance: true,
      })
      element.setAttribute('size', 'large')
      element.mode = 'alwaysAsk'
    }
    const networks = [{ chainId: 1 }]
    const signInAdapter = {} as never
    set()
    expect(painted).toBe(7)
    set()
    set()
    expect(painted).toBe(7)
    element.networks = [{ chainId: 1 }]
    element.label = 'Other'
    expect(painted).toBe(9)
  })
})

it('writes a list into its attribute with spaces (SP12)', () => {
  Object.assign(element, { wallets: ['com.beta', 'argentX'], chains: ['eip155:1', 'starknet:SN_MAIN'] })
  expect(element.getAttribute('wallets')).toBe('com.beta argentX')
  expect(element.chains).toBe('eip155:1 starknet:SN_MAIN')
})

describe('a boolean attribute', () => {
  it('does not count with the value false, as Vue and Svelte write it (X05)', () => {
    for (const [name, property] of [
      ['disabled', 'disabled'],
      ['show-balance', 'showBalance'],
    ] as const) {
      for (const value of ['', name, 'true', '0']) {
        element.setAttribute(name, value)
        expect(element[property], value).toBe(true)
      }
      element.setAttribute(name, 'false')
      expect(element[property]).toBe(false)
      element[property] = true
      expect([element[property], element.getAttribute(name)]).toEqual([true, ''])
      element[property] = false
      expect(element.hasAttribute(name)).toBe(false)
    }
  })
})
