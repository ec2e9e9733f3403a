/**
 * Scripts of a hostile or careless page. Each is self-contained, so that it can be an init script or be evaluated.
 *
 * Records are stored in `window.hostileRecords`.
 */
declare global {
  interface Window {
    hostileRecords?: string[]
    /** Set by markup or scripts that must never run. */
    hostileRan?: number
  }
}

/** G06: names on `Object.prototype` as plain values; assignments still work. */
export function polluteWithValues(keys: readonly string[]): void {
  for (const key of keys) {
    Object.defineProperty(Object.prototype, key, {
      // Without it the descriptor would inherit the `get` that this script has just added.
      __proto__: null,
      value: 'polluted',
      configurable: true,
      writable: true,
    } as PropertyDescriptor)
  }
}

/** G06: names on `Object.prototype` as traps; a value that is assigned to such a name is recorded, and lost. */
export function polluteWithTraps(): void {
  window.hostileRecords = []
  const records = window.hostileRecords
  for (const key of ['icon', 'code', 'rdns', 'then', 'nonce', 'signature']) {
    Object.defineProperty(Object.prototype, key, {
      configurable: true,
      get: () => undefined,
      set(value) {
        records.push(`${key}=${String(value)}`)
      },
    })
  }
  Object.defineProperty(Object.prototype, 'toJSON', {
    configurable: true,
    writable: true,
    value: function toJSON(this: unknown) {
      records.push(`toJSON:${Object.keys(this as object).join()}`)
      return this
    },
  })
}

/** G06: array methods and the iterator, which work and record what passes through. */
export function patchArrays(): void {
  window.hostileRecords ??= []
  const records = window.hostileRecords
  const nativePush = Array.prototype.push
  const prototype = Array.prototype as unknown as Record<PropertyKey, (...args: unknown[]) => unknown>
  let recording = false
  for (const name of [
    'map',
    'filter',
    'find',
    'includes',
    'indexOf',
    'join',
    'forEach',
    'slice',
    Symbol.iterator,
  ]) {
    const native = prototype[name]
    if (!native) continue
    prototype[name] = function patched(this: unknown[], ...args: unknown[]) {
      if (!recording) {
        recording = true
        for (let index = 0; index < this.length && index < 20; index += 1) {
          if (typeof this[index] === 'string') nativePush.call(records, this[index])
        }
        recording = false
      }
      return Reflect.apply(native, this, args)
    }
  }
}

/**
 * G07: replaces built-ins once the button's script has run. They record and throw when a script uses them whose address
 * contains `ours`; every other script gets the original.
 */
export function replaceBuiltIns(ours: string): void {
  window.hostileRecords = []
  const records = window.hostileRecords
  const scope = window as unknown as Record<string, unknown>
  const NativeError = Error
  const spoil = (name: string) => {
    // The stack also names functions that only wait for the caller, as "at async"; a wallet may use any built-in.
    const callers = new NativeError().stack?.split('\n').filter((frame) => !frame.includes('at async'))
    // Only the direct caller counts: a wallet that we ask may use any built-in while we wait. The first three lines are
    // this spy.
    if (!callers?.[3]?.includes(ours)) return
    records.push(name)
    throw new NativeError(`${name} was replaced`)
  }
  const replace = (owner: Record<string, unknown>, key: string, name = key) => {
    const native = owner[key] as (...args: unknown[]) => unknown
    owner[key] = new Proxy(native, {
      apply(target, self, args) {
        spoil(name)
        return Reflect.apply(target, self, args)
      },
      construct(target, args, newTarget) {
        spoil(name)
        return Reflect.construct(target, args, newTarget)
      },
    })
  }
  for (const name of ['fetch', 'WebSocket', 'Promise', 'setTimeout', 'clearTimeout', 'setInterval'])
    replace(scope, name)
  replace(JSON as unknown as Record<string, unknown>, 'parse', 'JSON.parse')
  replace(JSON as unknown as Record<string, unknown>, 'stringify', 'JSON.stringify')
}

/** G08: style sheets of pages with very general selectors. */
export const HOSTILE_CSS: Readonly<Record<string, string>> = {
  display: '* { display: block !important; float: left !important }',
  font: '* { font: italic 40px/3 fantasy !important; letter-spacing: 1em !important; text-transform: uppercase !important }',
  pointer: '* { pointer-events: none !important; user-select: none !important }',
  initial: '* { all: initial !important }',
  colour: '* { color: magenta !important; background: magenta !important; filter: invert(1) !important }',
  box: '*, *::before, *::after { margin: 30px !important; padding: 30px !important; border: 9px dotted !important; box-sizing: content-box !important }',
}

/** G09: covers the whole page at the largest z-index. */
export function coverPage(): void {
  const cover = document.createElement('div')
  cover.id = 'cover'
  cover.style.cssText = 'position:fixed;inset:0;z-index:2147483647;background:rgba(0,0,0,.5)'
  document.body.append(cover)
}

/** G20: what a browser's translation does: every text becomes a `<font>` with other words. */
export function translatePage(): void {
  const translate = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text && node.data.trim() !== '') texts.push(node)
      const inner = node instanceof Element ? node.shadowRoot : null
      if (inner) translate(inner)
    }
    for (const text of texts) {
      const font = document.createElement('font')
      font.textContent = `[${text.data}]`
      text.replaceWith(font)
    }
  }
  translate(document.documentElement)
}

/** G21: what extensions insert: attributes and nodes, also inside every open shadow root. */
export function addExtensionNoise(): void {
  const visit = (root: ParentNode) => {
    for (const element of [...root.querySelectorAll('*')]) {
      element.setAttribute('data-extension', 'seen')
      if (element.localName === 'button') element.prepend(document.createElement('grammar-check'))
      if (element.shadowRoot) visit(element.shadowRoot)
    }
    root.append(document.createElement('extension-root'))
  }
  document.documentElement.setAttribute('data-extension', 'seen')
  visit(document.body)
}
