import '../client/fake-timers.js'
import { vi } from 'vitest'

// The build sets it.
vi.hoisted(() => Object.assign(globalThis, { __WCB_VERSION__: '0.0.0' }))

import { createApp } from '../../../src/element/app.js'
import type { WalletConnectButton } from '../../../src/element/button-api.js'
import { HUB } from '../../../src/element/hub.js'
import { setLoad } from '../../../src/element/loading.js'
import type { ElementStore } from '../../../src/element/store.js'
import type { ButtonHost, View } from '../../../src/element/view-contract.js'
import '../../../src/exports/index.js'
import { createMemoryStorage } from '../../../src/platform/storage.js'
import { getWalletSource } from '../../../src/react/wallet-source.js'
import { readButtonProps } from '../../../src/view/button/dress.js'
import { drawButton } from '../../../src/view/button/paint-button.js'
import { paintButton } from '../../../src/view/early.js'
import { createOwnConnector, pass } from '../client/fixture.js'

type Fate = 'quick' | 'slow' | 'lost'
let count = 0

/** A page whose button is drawn by the real code up to React, and with parts that come late or are lost. */
export class World {
  readonly id = count++
  readonly storage = createMemoryStorage()
  readonly names = [`a${this.id}`, `b${this.id}`] as const
  readonly wallet = createOwnConnector()
  elements: WalletConnectButton[] = []
  /** How the next part comes. */
  fate: Fate = 'quick'
  /** The parts that are on their way. */
  held: (() => void)[] = []
  /** A part was lost since all was quiet. */
  hasLost = false
  hasRenderer = false
  /** The stores that have got their code for pages, by name. */
  readonly stores = new Map<string, ElementStore>()
  readonly #hooks = new Map<string, () => void>()
  /** The buttons whose menu was opened. */
  readonly menus = new Set<Element>()

  constructor() {
    this.#open()
  }

  /** Loads the page, or loads it again. */
  #open() {
    this.held = []
    this.hasRenderer = false
    setLoad(async () => {
      if (!HUB.app) await this.#fetch()
      return (hub) => createApp(hub, this.#view)
    })
    for (const store of this.names) {
      const element = document.createElement('wallet-connect-button')
      Object.assign(element, { store, storage: this.storage, connectors: [this.wallet.connector] })
      Object.assign(element, { chains: 'starknet:SN_MAIN', name: 'wallet' })
      this.elements.push(element)
    }
  }

  /** The page goes. */
  leave() {
    for (const stop of this.#hooks.values()) stop()
    this.#hooks.clear()
    for (const { client } of this.stores.values()) client.dispose()
    this.stores.clear()
    Object.assign(HUB, { app: undefined, followers: undefined })
    for (const element of this.elements) element.remove()
    this.elements = []
  }

  reload() {
    this.leave()
    this.#open()
  }

  #fetch(): Promise<void> {
    const { fate } = this
    this.fate = 'quick'
    if (fate === 'lost') {
      this.hasLost = true
      return Promise.reject(new Error('lost'))
    }
    return fate === 'slow' ? new Promise((come) => this.held.push(come)) : Promise.resolve()
  }

  readonly #view: View = {
    renderer: {
      isLoaded: () => this.hasRenderer,
      load: async () => {
        await this.#fetch()
        this.hasRenderer = true
      },
    },
    loadPage: async (store) => {
      this.stores.set(store.client.getConfig().store, store)
      return { update() {} }
    },
    ...(paintButton && { paintButton }),
    mountButton: (host) => this.#mount(host),
    createList: (options) => ({
      prepare() {},
      show: () => {
        if (this.fate !== 'lost') return queueMicrotask(() => options.move('shown'))
        this.fate = 'quick'
        this.hasLost = true
        throw new Error('lost')
      },
      update() {},
      end() {},
    }),
  }

  /** Draws what React would draw. */
  #mount(host: ButtonHost) {
    const life = new AbortController()
    const draw = () => life.signal.aborted || drawButton(host, readButtonProps(host), 'taken')
    const stops = [host.client.subscribe(draw), host.subscribe(draw)]
    const click = () => {
      if (host.client.getState().status !== 'connected') return host.activate()
      this.menus.add(host.element)
      host.setMenuOpen(true)
      host.setMenuOpen(false)
    }
    host.root.addEventListener('click', click, { signal: life.signal })
    if (host.opening) click()
    queueMicrotask(draw)
    return () => {
      life.abort()
      for (const stop of stops) stop()
      queueMicrotask(() => drawButton(host, host.getProps(), 'idle'))
    }
  }

  /** A component that follows a store begins, or ends. */
  hook(store: string) {
    const stop = this.#hooks.get(store)
    if (stop) stop()
    this.#hooks.delete(store)
    if (!stop)
      this.#hooks.set(
        store,
        getWalletSource(store).subscribe(() => {}),
      )
  }

  isFollowed = (store: string) => this.#hooks.has(store)

  /** Everything that waits comes, and the visitor refuses what is still asked. */
  async rest() {
    this.fate = 'quick'
    for (let round = 0; round < 4; round++) {
      for (const come of this.held.splice(0)) come()
      await pass(3_000)
      for (const { client } of this.stores.values()) client.dismiss()
      await pass(0)
    }
  }
}
