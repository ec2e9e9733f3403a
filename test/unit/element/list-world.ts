import '../client/fake-timers.js'
import { vi } from 'vitest'
import { ModalControl } from '../../../src/element/modal-control.js'
import { PARTS } from '../../../src/element/parts.js'
import type { ModalOptions, SignInActions, View } from '../../../src/element/view-contract.js'
import { CODE, VIEWS } from '../../../src/view/connect-modal/views-part.js'
import { SENTENCES } from '../../../src/view/failure/describe-failure.js'
import { createList } from '../../../src/view/list.js'
import { MARKS } from '../../../src/view/marks/marks-part.js'
import {
  createClient,
  createDevice,
  createOwnConnector,
  createWallet,
  outcome,
  pass,
} from '../client/fixture.js'

// What has come once answers in microtasks, also under a stopped clock.
await Promise.all([VIEWS.load(), CODE.load(), SENTENCES.load(), MARKS.load()])

const observers = new Set<() => void>()
/** How many dialogs are watched. */
export const observed = () => observers.size

/** What happy-dom lacks, as browsers do it. */
Object.assign(globalThis, {
  ResizeObserver: class {
    #run: () => void
    constructor(run: () => void) {
      this.#run = run
    }
    observe() {
      observers.add(this.#run)
    }
    disconnect() {
      observers.delete(this.#run)
    }
  },
})
Object.assign(document, { elementsFromPoint: () => [] })
Object.assign(HTMLDialogElement.prototype, {
  close(this: HTMLDialogElement) {
    if (!this.open) return
    this.open = false
    // Browsers report it in a later task.
    setTimeout(() => this.dispatchEvent(new Event('close')))
  },
  showModal(this: HTMLDialogElement) {
    if (this.open || !this.isConnected) throw new Error('InvalidStateError')
    this.open = true
  },
})

/** As in browsers, the callbacks of an element wait for the end of the call that moves it; a call within one runs them all. */
const callbacks: (() => void)[] = []
let isMoving = false
function runCallbacks() {
  while (!isMoving && callbacks.length) callbacks.shift()?.()
}
const { define } = customElements
customElements.define = (name, Class) => {
  for (const callback of ['connectedCallback', 'disconnectedCallback']) {
    const run = Class.prototype[callback]
    Class.prototype[callback] = function (this: HTMLElement) {
      callbacks.push(() => run.call(this))
      runCallbacks()
    }
  }
  define.call(customElements, name, Class)
}

/** All lists on the page. */
const findHosts = () => [...document.querySelectorAll<HTMLElement>('wallet-connect-modal')]
/** The text of the sheets that keep the page from scrolling. */
const isLocked = () =>
  document.adoptedStyleSheets.some(({ cssRules }) => /hidden/.test(cssRules[0]?.cssText ?? ''))

/** A store with a button, and what the page has heard and waits for. */
function createStore(world: World, device: ReturnType<typeof createDevice>) {
  const { client } = createClient(device)
  const element = Object.assign(document.createElement('div'), {
    mode: 'alwaysAsk',
    label: '',
    termsUrl: '',
    [PARTS]: { paint() {} },
  })
  document.body.append(element)
  const heard: string[] = []
  const waiting = new Set<string>()
  const signIn = { isWanted: () => false } as SignInActions
  const dispatch = (name: string) => {
    heard.push(name)
    const { onEvent } = own
    own.onEvent = undefined
    onEvent?.()
  }
  const store = { client, signIn, elements: new Set([element]), used: element, dispatch }
  const control = new ModalControl(store as never, world.view)
  client.subscribe(() => control.update())
  const wait = (name: string, promise: Promise<unknown>) => {
    const each = `${name} ${world.calls++}`
    waiting.add(each)
    const done = outcome(promise)
    void done.then(() => waiting.delete(each))
    return done
  }
  const own = {
    /** What a listener of the page does at the next event. */
    onEvent: undefined as (() => unknown) | undefined,
    client,
    element,
    control,
    heard,
    waiting,
    click: () => wait('connect', client.connect()),
    open() {
      client.open()
      return wait('open', control.untilShown())
    },
    close() {
      client.dismiss()
      return wait('close', control.untilHidden())
    },
    /** The list on screen, if it is this store's. */
    isShown: () =>
      client.getState().open && findHosts().some((host) => host.shadowRoot?.querySelector('dialog')?.open),
  }
  return own
}

/** A page with two stores, whose wallets answer when a test says so. */
export class World {
  calls = 0
  isLate = false
  isLost = false
  /** So often drawing a list throws. */
  faults = 0
  readonly loads: (() => void)[] = []
  readonly wallet = createOwnConnector({ id: 'own', key: 'own', name: 'Own', namespace: 'starknet' })
  readonly view: View = {
    mountButton: () => () => {},
    untilReady: () => (this.isLate ? new Promise<void>((loaded) => this.loads.push(loaded)) : null),
    createList: (options) => (this.isLost ? undefined : createList(this.#breakable(options))),
  }
  readonly device = createDevice(createWallet('One'), createWallet('Two'), this.wallet.connector)
  readonly one = createStore(this, this.device)
  readonly two = createStore(this, this.device)
  readonly stores = [this.one, this.two] as const

  /** The same options, with a client that what draws the list cannot read while the page's views are to fail. */
  #breakable(options: ModalOptions): ModalOptions {
    const { client } = options
    const getConfig = () => {
      if (this.faults-- > 0) throw new Error('a view has thrown')
      this.faults = 0
      return client.getConfig()
    }
    return Object.assign(Object.create(options), {
      client: Object.assign(Object.create(client), { getConfig }),
    })
  }
  get hosts() {
    return findHosts()
  }
  get isLocked() {
    return isLocked()
  }
  /** The page moves the hosts of all lists. */
  move() {
    isMoving = true
    for (const host of findHosts()) document.body.appendChild(document.createElement('div')).append(host)
    isMoving = false
    runCallbacks()
  }
  /** The page no longer draws the lists. */
  hide() {
    for (const host of findHosts()) {
      const dialog = host.shadowRoot?.querySelector('dialog')
      if (dialog) Object.assign(dialog, { getClientRects: () => [] })
    }
    for (const run of [...observers]) run()
  }
  load() {
    this.isLate = false
    for (const loaded of this.loads.splice(0)) loaded()
  }
  end() {
    for (const { client, element } of this.stores) {
      client.dispose()
      element.remove()
    }
    document.body.replaceChildren()
    vi.clearAllTimers()
  }
}

export { outcome, pass }
