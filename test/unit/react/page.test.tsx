// @vitest-environment happy-dom

import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'

// The build sets it.
vi.hoisted(() => Object.assign(globalThis, { __WCB_VERSION__: '0.0.0' }))

import { BUTTON_TAG, STORAGE_PREFIX } from '../../../src/constants.js'
import { WalletConnectButton } from '../../../src/exports/react.js'
import { createMemoryStorage } from '../../../src/platform/storage.js'
import { getWalletSource } from '../../../src/react/wallet-source.js'
import { createScriptedEvmWallet } from '../../../src/testing/evm/create-scripted-evm-wallet.js'

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

it('the component passes an inline adapter as the same object from the first render on (X01)', () => {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => root.unmount())
  const render = () => {
    const adapter = { getNonce: async () => 'nonce', verify: async () => true, signOut: async () => {} }
    flushSync(() => root.render(<WalletConnectButton signInAdapter={adapter} />))
    return host.querySelector(BUTTON_TAG)?.signInAdapter
  }
  const first = render()
  expect(first).toBeTypeOf('object')
  expect([render(), render()].every((adapter) => adapter === first)).toBe(true)
})

it('a store without a button restores its session, also when a method of it was called before (X03)', async () => {
  const wallet = createScriptedEvmWallet({ accounts: [ALICE], rpcUrls: { 1: 'https://one.example' } })
  onTestFinished(wallet.dispose)
  wallet.announce()
  await wallet.connect()
  // The newest Node has a storage of its own, which is missing without a file.
  vi.stubGlobal('localStorage', createMemoryStorage())
  onTestFinished(() => void vi.unstubAllGlobals())
  localStorage.setItem(`${STORAGE_PREFIX}:shop:reconnect`, `eip155=${wallet.info.rdns}`)
  // The call loads the app, so that the store has a client when it is followed.
  const source = getWalletSource('shop')
  await source.get().close()
  onTestFinished(source.subscribe(() => {}))
  await expect.poll(() => source.get().account, { timeout: 5_000 }).toBe(ALICE)
})
