import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers'
import { vi } from 'vitest'

// A test imports this before our code, which keeps the timers and the clock that it finds when it loads.
vi.useFakeTimers()

/** The tab whose code runs now. */
const running = new AsyncLocalStorage<Tab>()

/** The tabs of one browser that show pages of one origin, and their storage. */
export class Browser {
  readonly tabs = new Set<Tab>()
  readonly items = new Map<string, string>()
}

/** One load of a page: what its code calls later, by a promise, a timer or an event, finds its own window again. */
export class Tab {
  readonly window = new EventTarget()
  readonly document = Object.assign(new EventTarget(), { hidden: false })
  /** The page was left: its timers never fire, and it hears nothing. */
  isLeft = false

  constructor(readonly browser: Browser) {
    browser.tabs.add(this)
  }

  run<T>(code: () => T): T {
    return running.run(this, code)
  }

  leave(): void {
    this.isLeft = true
    this.browser.tabs.delete(this)
  }

  show(isShown: boolean): void {
    this.document.hidden = !isShown
    this.run(() => this.document.dispatchEvent(new Event('visibilitychange')))
  }

  /** The local storage. The other tabs hear of each change. */
  readonly storage = {
    getItem: (key: string) => this.browser.items.get(key) ?? null,
    setItem: (key: string, value: string) => this.#change(key, value),
    removeItem: (key: string) => this.#change(key, null),
    keys: () => [...this.browser.items.keys()],
  }

  #change(key: string, newValue: string | null): void {
    const { items, tabs } = this.browser
    const oldValue = items.get(key) ?? null
    if (this.isLeft || oldValue === newValue) return
    if (newValue === null) items.delete(key)
    else items.set(key, newValue)
    for (const tab of tabs) if (tab !== this) tab.hear(key, oldValue, newValue)
  }

  /** Another tab has changed an item. */
  hear(key: string, oldValue: string | null, newValue: string | null): void {
    const event = Object.assign(new Event('storage'), { key, oldValue, newValue })
    this.run(() => setTimeout(() => this.window.dispatchEvent(event), 0))
  }
}

const setFakeTimer = globalThis.setTimeout
globalThis.setTimeout = ((code: () => void, ms?: number) => {
  const tab = running.getStore()
  return setFakeTimer(() => (tab ? !tab.isLeft && tab.run(code) : code()), ms)
}) as typeof setTimeout

const add: typeof EventTarget.prototype.addEventListener = (...args) =>
  running.getStore()?.window.addEventListener(...args)
const remove: typeof EventTarget.prototype.removeEventListener = (...args) =>
  running.getStore()?.window.removeEventListener(...args)
Object.defineProperty(globalThis, 'addEventListener', { value: add, configurable: true })
Object.defineProperty(globalThis, 'removeEventListener', { value: remove, configurable: true })
Object.defineProperty(globalThis, 'document', {
  get: () => running.getStore()?.document,
  configurable: true,
})
Object.defineProperty(globalThis, 'location', { value: new URL('https://shop.example/'), configurable: true })

/** Lets everything run that waits for nothing but its turn. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** Lets this many ms of the fake clock pass, timer by timer. */
export async function pass(ms: number): Promise<void> {
  const end = Date.now() + ms
  await settle()
  // The timer that ends the wait is the last one.
  let isOver = false
  setFakeTimer(() => {
    isOver = true
  }, end - Date.now())
  while (!isOver) {
    vi.advanceTimersToNextTimer()
    await settle()
  }
}
