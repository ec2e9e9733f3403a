/**
 * What older libraries do to a page's built-ins, written after their documented behaviour. Each is self-contained, so that it can be
 * a script of a page before ours.
 */

type Any = Record<string, unknown>

/** Prototype.js 1.7.3: lists, texts, functions, elements and events get its methods, some of them under names of the language. */
export function prototypeLibrary(): void {
  const list = Array.prototype as unknown as Record<string, unknown>
  const toArray = function (this: unknown[]) {
    return this.slice()
  }
  const additions: Record<string, unknown> = {
    each(this: unknown[], run: (one: unknown, at: number) => void) {
      for (let at = 0; at < this.length; at += 1) run(this[at], at)
      return this
    },
    first(this: unknown[]) {
      return this[0]
    },
    last(this: unknown[]) {
      return this[this.length - 1]
    },
    include(this: unknown[], one: unknown) {
      return this.indexOf(one) !== -1
    },
    inspect: () => '[]',
    pluck: () => [],
    invoke: () => [],
    size(this: unknown[]) {
      return this.length
    },
    clone: toArray,
    toArray,
    entries: toArray,
    find(this: unknown[], fits: (one: unknown, at: number) => unknown, self: unknown) {
      for (let at = 0; at < this.length; at += 1) if (fits.call(self, this[at], at)) return this[at]
      return undefined
    },
  }
  // Plain members: a loop over names meets all of them.
  for (const name of Object.keys(additions)) list[name] = additions[name]
  for (const name of ['map', 'filter', 'some', 'every']) {
    const native = list[name] as (...args: unknown[]) => unknown
    list[name] = function (this: unknown[], run: (one: unknown, at: number) => unknown, self: unknown) {
      return native.call(this, (one: unknown, at: number) => run.call(self, one, at))
    }
  }
  const from = (items: unknown) => {
    if (!items) return []
    if ('toArray' in Object(items)) return (items as { toArray(): unknown[] }).toArray()
    const { length } = items as unknown[]
    const results = new Array(length || 0)
    for (let at = 0; at < (length || 0); at += 1) results[at] = (items as unknown[])[at]
    return results
  }
  Object.assign(window, { $A: from })
  Array.from = from as typeof Array.from
  Object.values = ((object: Any) => {
    const results = []
    for (const name in object) results.push(object[name])
    return results
  }) as typeof Object.values
  Object.keys = ((object: Any) => {
    if (typeof object !== 'object' && typeof object !== 'function') throw new TypeError()
    const results = []
    for (const name in object) if (Object.hasOwn(object, name)) results.push(name)
    return results
  }) as typeof Object.keys
  const text = String.prototype as unknown as Record<string, unknown>
  text.startsWith = function (this: string, start: string) {
    return this.lastIndexOf(start, 0) === 0
  }
  text.endsWith = function (this: string, end: string) {
    const at = this.length - end.length
    return at >= 0 && this.indexOf(end, at) === at
  }
  text.sub = text.gsub = text.include = text.blank = text.empty = text.strip = () => ''
  text.toArray = function (this: string) {
    return this.split('')
  }
  const fn = Function.prototype as unknown as Record<string, unknown>
  const nativeBind = Function.prototype.bind
  fn.bind = function (this: unknown, ...args: unknown[]) {
    if (args.length < 2 && args[0] === undefined) return this
    return Reflect.apply(nativeBind, this as never, args)
  }
  fn.curry = fn.delay = fn.defer = fn.wrap = fn.methodize = fn.argumentNames = () => {}
  const node = HTMLElement.prototype as unknown as Record<string, unknown>
  node.remove = function (this: HTMLElement) {
    this.parentNode?.removeChild(this)
    return this
  }
  node.update =
    node.replace =
    node.insert =
    node.hide =
    node.show =
    node.toggle =
    node.visible =
    node.empty =
      function (this: HTMLElement) {
        return this
      }
  node.scrollTo = function (this: HTMLElement) {
    window.scrollTo(0, 0)
    return this
  }
  const Native = window.Element
  const Made = (name: string) => document.createElement(name)
  Object.assign(window, { Element: Object.assign(Made, Native) })
  window.Element.prototype = Native.prototype as never
  Object.assign(window.Event, { stop: () => {}, observe: () => {}, element: () => null })
  Object.assign(window.Event.prototype, { stop: () => {}, element: () => null, inspect: () => '' })
  Object.assign(Number.prototype, { times: () => {}, toPaddedString: () => '' })
}

/** Prototype.js before 1.7: lists and texts also get a `toJSON` of their own, which is no JSON for `JSON.stringify`. */
export function prototypeToJson(): void {
  const write = (value: unknown): string =>
    Array.isArray(value) ? `[${value.map(write).join(', ')}]` : `"${String(value)}"`
  for (const { prototype } of [Array, String, Number])
    Object.assign(prototype, {
      toJSON(this: unknown) {
        return write(this)
      },
    })
}

/** MooTools 1.4.5 with its layer for older pages: a list of one's own, other elements, and its own Event, Request and Document. */
export function mooToolsLibrary(): void {
  const scope = window as unknown as Record<string, unknown>
  const list = Array.prototype as unknown as Record<string, unknown>
  Array.from = ((item: unknown) => {
    if (item === null || item === undefined) return []
    if (Array.isArray(item)) return item
    const isList = typeof item === 'object' && typeof (item as unknown[]).length === 'number'
    return isList ? Array.prototype.slice.call(item) : [item]
  }) as typeof Array.from
  for (const name of 'each clone clean invoke associate link contains append getLast getRandom include combine erase empty pick'.split(
    ' ',
  ))
    list[name] = function (this: unknown[]) {
      return this
    }
  list.flatten = function (this: unknown[]) {
    return this.flat(9)
  }
  Object.keys = ((object: Any) => {
    const names = []
    for (const name in object) if (Object.hasOwn(object, name)) names.push(name)
    return names
  }) as typeof Object.keys
  Object.values = ((object: Any) => {
    const values = []
    for (const name in object) if (Object.hasOwn(object, name)) values.push(object[name])
    return values
  }) as typeof Object.values
  Object.assign(Object, {
    each: () => {},
    merge: () => ({}),
    append: () => ({}),
    map: () => ({}),
    contains: () => false,
  })
  Object.assign(String.prototype, {
    contains: () => false,
    clean: () => '',
    camelCase: () => '',
    test: () => false,
    toInt: () => 0,
    substitute: () => '',
  })
  Object.assign(Function.prototype, {
    extend(this: object, more: object) {
      return Object.assign(this, more)
    },
    implement() {
      return this
    },
    pass: () => {},
    attempt: () => {},
    periodical: () => {},
  })
  const NativeElement = window.Element
  const Made = (name: string) => document.createElement(name)
  scope.Element = Made
  Made.prototype = NativeElement.prototype
  Object.assign(NativeElement.prototype, {
    set: () => {},
    get: () => null,
    erase: () => {},
    adopt: () => {},
    inject: () => {},
    dispose: () => {},
    destroy: () => {},
    empty: () => {},
    addClass: () => {},
    hasClass: () => false,
    addEvent: () => {},
    fireEvent: () => {},
  })
  scope.Event = function (this: { event: unknown }, event: unknown) {
    this.event = event
  }
  scope.Request = () => {}
  scope.Type = () => {}
  scope.Class = () => {}
}
