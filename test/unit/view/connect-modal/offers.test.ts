import { afterEach, describe, expect, it, vi } from 'vitest'
import type { WalletState } from '../../../../src/client/state.js'
import { findShop, hasApp } from '../../../../src/view/connect-modal/offers.js'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const PHONE = 'Mozilla/5.0 (Linux; Android 15) Chrome/131.0 Mobile Safari/537.36'

/** The shop for the wallet of an attempt, which is in the list as a wallet of this kind. */
function look(userAgent: string, walletId: string, kind: string): string | undefined {
  vi.stubGlobal('navigator', { userAgent })
  const state = {
    attempt: { walletId, name: 'x' },
    chains: ['eip155:1', 'starknet:SN_MAIN'],
    choices: [{ id: walletId, kind }],
  }
  return findShop({
    client: { getConfig: () => ({ wallets: [] }) } as never,
    state: state as unknown as WalletState,
  })
}

describe('the shop of a wallet that an attempt is made with', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('an extension that is gone, or is not installed, can be had from the view of its attempt', () => {
    expect(look(CHROME, 'io.metamask', 'install')).toMatch(/^https:\/\/chromewebstore\.google\.com\//)
    expect(look(FIREFOX, 'braavos', 'install')).toMatch(/^https:\/\/addons\.mozilla\.org\//)
    expect(look(CHROME, 'coinbase', 'hosted')).toMatch(/^https:\/\/chromewebstore\.google\.com\//)
  })

  it('a wallet that is installed is not offered again', () => {
    expect(look(CHROME, 'io.metamask', 'installed')).toBeUndefined()
  })

  it('nothing is offered where this browser has no shop for it', () => {
    expect(look(FIREFOX, 'coinbase', 'hosted')).toBeUndefined()
    expect(look(PHONE, 'coinbase', 'hosted')).toBeUndefined()
    expect(look('', 'io.metamask', 'install')).toBeUndefined()
    expect(look(CHROME, 'constructor', 'hosted')).toBeUndefined()
  })
})

describe('a wallet to get', () => {
  it('is a phone app too when the table of phone apps has it for that family, under its old or new name', () => {
    const evm = (name: string) => hasApp({ name, namespace: 'eip155' })
    const starknet = (name: string) => hasApp({ name, namespace: 'starknet' })
    expect(['MetaMask', 'Rainbow', 'OKX Wallet', 'Rabby Wallet'].map(evm)).toEqual([true, true, true, false])
    expect(
      ['Ready Wallet (formerly Argent)', 'Braavos', 'Keplr', 'OKX Wallet', 'Fordefi'].map(starknet),
    ).toEqual([true, true, true, false, false])
  })
})
