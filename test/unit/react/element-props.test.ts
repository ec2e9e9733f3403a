import { describe, expect, it } from 'vitest'
import { MEMBERS } from '../../../src/element/attributes.js'
import { readElementProps, type WalletConnectButtonProps } from '../../../src/react/element-props.js'

describe('the props of the React component', () => {
  it('are all attributes and properties of the element, each in its own way', () => {
    for (const [attribute, mark, , name] of MEMBERS) {
      if (!'=?:*'.includes(mark)) continue
      const { rendered, structured } = readElementProps({ [name]: 'true' })
      if (mark === '*') expect([...structured]).toEqual([[name, 'true']])
      else expect(rendered).toEqual({ [attribute]: mark === '?' ? true : 'true' })
    }
    expect(readElementProps({ signIn: 'on-connect' }).rendered).toEqual({ 'sign-in': 'on-connect' })
  })

  it('lose values that are false, null or undefined, except the word false (X05)', () => {
    const given = {
      hidden: false,
      disabled: false,
      showBalance: 'false',
      label: null,
      chains: undefined,
      mode: false,
      networks: undefined,
      onWalletError: undefined,
      'aria-busy': false,
      'data-on': true,
      draggable: false,
      inert: true,
    }
    expect(readElementProps(given)).toEqual({
      rendered: { 'aria-busy': 'false', 'data-on': 'true', draggable: false, inert: true },
      structured: new Map(),
      handlers: new Map(),
    })
  })

  it.each([
    ['onWalletConnecting', 'wallet_connecting'],
    ['onWalletConnected', 'wallet_connected'],
    ['onWalletChanged', 'wallet_changed'],
    ['onWalletDisconnected', 'wallet_disconnected'],
    ['onWalletSignedIn', 'wallet_signed_in'],
    ['onWalletSignedOut', 'wallet_signed_out'],
    ['onWalletTransaction', 'wallet_transaction'],
    ['onWalletError', 'wallet_error'],
    ['onWalletModalOpened', 'wallet_modal_opened'],
    ['onWalletModalClosed', 'wallet_modal_closed'],
  ])('have %s for the event %s', (prop, event) => {
    const hear = () => {}
    const { rendered, handlers } = readElementProps({ [prop]: hear })
    expect([...handlers]).toEqual([[event, hear]])
    expect(rendered).toEqual({})
  })

  it('hand style, children and what any element takes to React', () => {
    const given = { style: { margin: 0 }, children: 'Connect', id: 'wallet', title: 'Your wallet' }
    expect(readElementProps(given).rendered).toEqual(given)
  })

  it('accept lists as lists, and className as the class (X05, X13)', () => {
    expect(
      readElementProps({ chains: ['eip155:1', 'starknet:SN_MAIN'], wallets: 'braavos', className: 'wide' })
        .rendered,
    ).toEqual({ chains: 'eip155:1 starknet:SN_MAIN', wallets: 'braavos', class: 'wide' })
  })
})

it('the prop types accept what a page may set, and nothing else (X13)', () => {
  const props: WalletConnectButtonProps[] = [
    {
      chains: ['eip155:1'],
      wallets: 'braavos',
      children: 'Wallet',
      signIn: 'on-connect',
      networks: undefined,
    },
    { 'aria-label': 'Wallet', tabIndex: 0, onWalletConnected: ({ detail }) => detail.account },
    // @ts-expect-error a read-only property
    { account: '0x0' },
    // @ts-expect-error a method
    { open: () => {} },
    // @ts-expect-error not a word of this attribute
    { theme: 'blue' },
  ]
  expect(props).toHaveLength(5)
})
