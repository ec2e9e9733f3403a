// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { createConnector } from '../../../src/connectors/create-connector.js'
import { createApp } from '../../../src/element/app.js'
import type { WalletConnectButton } from '../../../src/element/button-api.js'
import type { Hub } from '../../../src/element/hub.js'
import { PARTS } from '../../../src/element/parts.js'
import '../../../src/exports/index.js'

// The build sets it.
vi.hoisted(() => Object.assign(globalThis, { __WCB_VERSION__: '0.0.0' }))

const hub = (globalThis as never as Record<symbol, Hub>)[PARTS] as Hub
const mounted: unknown[] = []
hub.app = createApp(hub, {
  mountButton: ({ element }) => {
    mounted.push(element)
    return () => {}
  },
  createList: () => ({ prepare() {}, show() {}, update() {}, end() {} }),
})
let count = 0
function addButton(more: Partial<WalletConnectButton> = {}): WalletConnectButton {
  const element = document.createElement('wallet-connect-button') as WalletConnectButton
  Object.assign(element, { store: `store-${++count}`, chains: 'eip155:1', ...more })
  document.body.append(element)
  return element
}
const pass = () => new Promise((resolve) => setTimeout(resolve))
afterEach(() => document.body.replaceChildren())

it('a configuration that is set while a wallet is asked counts as soon as the attempt is over (X01)', async () => {
  const element = addButton()
  element.connectors = [
    createConnector({
      id: 'silent',
      namespace: 'eip155',
      name: 'Silent',
      connect: () => new Promise(() => {}),
    }),
  ]
  await pass()
  element.client?.pick('silent')
  element.chains = 'eip155:5'
  await pass()
  expect(element.state.chains).toEqual(['eip155:1'])
  element.client?.dismiss()
  await pass()
  expect(element.state.chains).toEqual(['eip155:5'])
})

it('a configuration that is set while the visitor chooses counts at once (SP07)', async () => {
  const element = addButton()
  element.client?.open()
  element.chains = 'eip155:5'
  element.appName = 'Later'
  await pass()
  expect(element.state).toMatchObject({ chains: ['eip155:5'], appName: 'Later', phase: 'choosing' })
})

it('who follows a store without an element has no configuration, and is replaced by a button (X03)', async () => {
  const element = addButton()
  const follower = { store: element.store, follow() {} }
  await hub.run?.(follower, 'call', 'close', [])
  await hub.run?.(follower, 'call', 'disconnect', [])
  expect(hub.app?.read(follower, 'client')).toBe(element.client)
  expect(element.state.chains).toEqual(['eip155:1'])
  element.chains = 'eip155:10'
  await pass()
  expect(element.state.chains).toEqual(['eip155:10'])
})

it('followers of a store are told when it gets its client (X02)', async () => {
  const seen: unknown[] = []
  const follow = () => seen.push(hub.app?.read(element, 'client'))
  hub.followers = new Set([{ store: 'any', follow }])
  const element = addButton()
  await pass()
  expect(seen).toEqual([element.client])
  expect(element.client).not.toBe(null)
  hub.followers = new Set()
})
