// @vitest-environment happy-dom

import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'

// The build sets it.
vi.hoisted(() => Object.assign(globalThis, { __WCB_VERSION__: '0.0.0' }))

import { BUTTON_TAG, STORAGE_PREFIX } from '../../../src/constants.js'
import type { Hub } from '../../../src/element/hub.js'
import { PARTS } from '../../../src/element/parts.js'
import { WalletConnectButton } from '../../../src/exports/react.js'
import { createMemoryStorage } from '../../../src/platform/storage.js'
import { codesKey, flagKey } from '../../../src/platform/stored-names.js'
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

it('the component hears an event of the task in which its element was put in', async () => {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  onTestFinished(() => root.unmount())
  const heard: string[] = []
  const dispatched = new Promise<void>((resolve) => {
    const insert = host.appendChild
    // The element itself begins to restore a session in a microtask of its insertion.
    host.appendChild = (node) => {
      queueMicrotask(() => {
        node.dispatchEvent(new Event('wallet_connected'))
        resolve()
      })
      return insert.call(host, node) as never
    }
  })
  root.render(<WalletConnectButton onWalletConnected={({ type }) => void heard.push(type)} />)
  await dispatched
  expect(heard).toEqual(['wallet_connected'])
})

it('what a component without a button has begun ends with it', async () => {
  vi.stubGlobal('localStorage', createMemoryStorage())
  onTestFinished(() => void vi.unstubAllGlobals())
  const wallet = createScriptedEvmWallet({
    name: 'Other',
    rdns: 'com.other',
    accounts: [ALICE],
    approve: 'manual',
    rpcUrls: { 1: 'https://one.example' },
  })
  onTestFinished(wallet.dispose)
  wallet.announce()
  const source = getWalletSource('left')
  const stop = source.subscribe(() => {})
  const other = source.subscribe(() => {})
  const call = source.get().connect({ walletId: wallet.info.rdns })
  const ended = call.then(
    () => 'done',
    ({ code }) => code,
  )
  await wallet.nextPrompt('connect')
  // Another component leaves first.
  other()
  expect(source.get().status).toBe('connecting')
  stop()
  expect(await ended).toBe('disposed')
})

it.each(['with the app of another store', 'without the app'])(
  'a store without a button looks for its session whenever another page has connected a wallet, and then alone: %s (X03)',
  async (place) => {
    vi.stubGlobal('localStorage', createMemoryStorage())
    onTestFinished(() => void vi.unstubAllGlobals())
    const hub = (globalThis as never as Record<symbol, Hub>)[PARTS] as Hub
    const { run, app } = hub
    onTestFinished(() => void Object.assign(hub, { run, app }))
    const asked = vi.fn(async () => {})
    const other = { read: () => undefined, detach() {} } as never
    Object.assign(hub, { run: asked, app: place === 'without the app' ? undefined : other })
    const name = `heard ${place}`
    const written = (key: string | null, newValue: string | null = '1') => {
      const times = asked.mock.calls.length
      dispatchEvent(Object.assign(new Event('storage'), { key, oldValue: null, newValue }))
      return asked.mock.calls.length - times
    }
    onTestFinished(getWalletSource(name).subscribe(() => {}))
    localStorage.setItem(flagKey(name), 'eip155=com.one')
    await expect.poll(() => asked.mock.calls.length).toBe(1)
    expect(written(flagKey(name))).toBe(1)
    expect(['theme', flagKey('another'), codesKey(name), null].map((key) => written(key))).toEqual([
      0, 0, 0, 0,
    ])
    expect(written(flagKey(name), null)).toBe(0)
  },
)
