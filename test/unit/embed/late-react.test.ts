// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRoot as createReactRoot, flushSync } from '../../../src/embed/late-react/dom.js'
import { createFirstRoot } from '../../../src/embed/late-react/first-root.js'
import { loadDom } from '../../../src/embed/late-react/load-dom.js'
import react, {
  Component,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
  useSyncExternalStore,
} from '../../../src/embed/late-react/react.js'
import { HANDOVER } from '../../../src/view/handover.js'

const { createElement: h, Fragment } = react
type Root = ReturnType<typeof createFirstRoot>

/** A value that components follow. */
function createStore<T>(value: T) {
  const listeners = new Set<() => void>()
  return {
    listeners,
    read: () => value,
    set(next: T) {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

let container: HTMLElement
let roots: Root[]
beforeEach(() => {
  container = document.body.appendChild(document.createElement('main'))
  roots = []
})
afterEach(() => {
  for (const root of roots) root.unmount()
  container.remove()
})

function show(node: ReactNode, place: Element | DocumentFragment = container): Root {
  const root = createFirstRoot(place)
  roots.push(root)
  root.render(node)
  return root
}

const find = (selector: string) => container.querySelector(selector) as HTMLElement

/** Waits until React has taken over what has to change. */
async function untilTaken(): Promise<void> {
  await loadDom()
  await Promise.resolve()
  await Promise.resolve()
}

/** Whether React holds a node. */
const isTaken = (node: Element) => Object.keys(node).some((key) => key.startsWith('__reactFiber'))

describe('the first frame', () => {
  it('has the nodes and attributes that React would create', () => {
    const Inner = ({ name }: { name: string }) => h(Fragment, null, h('b', null, name), [false, null, '', 7])
    const tree = h(
      'section',
      { className: 'card', id: 'one', 'data-theme': 'dark', lang: 'de', dir: 'ltr' },
      h('h1', { tabIndex: -1, part: 'title' }, 'Connect ', 'to'),
      h('p', { role: undefined, 'aria-hidden': true, 'aria-busy': false, translate: 'no', hidden: true }),
      h('svg', { className: 'glyph', viewBox: '0 0 24 24' }, h('path', { d: 'M6 6' })),
      h('img', { src: 'data:,', alt: '', draggable: false }),
      h('a', { href: undefined, target: '_blank', rel: 'noopener' }, h(Inner, { name: 'Fox' })),
      h('button', { type: 'button', disabled: false, 'aria-description': undefined }, 3),
    )
    show(tree)
    const other = document.createElement('main')
    const root = createReactRoot(other)
    flushSync(() => root.render(tree))
    expect(container.innerHTML).toBe(other.innerHTML)
    expect(find('path').namespaceURI).toBe('http://www.w3.org/2000/svg')
    root.unmount()
  })

  it('serves clicks, and runs effects in the order of React, which end with the root', async () => {
    const said: string[] = []
    const Effects = ({ name, children }: { name: string; children?: ReactNode }) => {
      useLayoutEffect(() => {
        said.push(`layout ${name}`)
        return () => void said.push(`end layout ${name}`)
      }, [name])
      useEffect(() => {
        said.push(`effect ${name}`)
        return () => void said.push(`end effect ${name}`)
      }, [name])
      return (
        children ?? h('button', { onClick: ({ detail }: { detail: number }) => said.push(`click ${detail}`) })
      )
    }
    const root = show(h(Effects, { name: 'outer' }, h(Effects, { name: 'inner' })))
    expect(said).toEqual(['layout inner', 'layout outer'])
    await vi.waitFor(() => expect(said.slice(2)).toEqual(['effect inner', 'effect outer']))
    find('button').dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }))
    expect(said.splice(0)).toContain('click 1')
    root.unmount()
    expect(said.sort()).toEqual([
      'end effect inner',
      'end effect outer',
      'end layout inner',
      'end layout outer',
    ])
    expect(container.innerHTML).toBe('')
  })

  it('stays as it is while nothing changes, and loads nothing for a pointer beside its controls', async () => {
    show(h('div', null, h('p', null, 'text'), h('button', null, 'Fox')))
    find('p').dispatchEvent(new Event('pointerover', { bubbles: true }))
    await untilTaken()
    expect(isTaken(find('p'))).toBe(false)
    find('button').dispatchEvent(new Event('pointerover', { bubbles: true }))
    await untilTaken()
    expect(isTaken(find('p'))).toBe(true)
  })
})

describe('React takes the first frame over', () => {
  it('with its nodes, its references and its states, and no change is lost', async () => {
    const refs: unknown[] = []
    let drawn = 0
    function Counter() {
      const first = useRef({ name: 'made by the first frame' })
      const [id] = useState(() => ++drawn)
      const [count, add] = useReducer((before: number, by: number) => before + by, 10)
      const [text, setText] = useState('idle')
      const double = useMemo(() => count * 2, [count])
      const press = useCallback(() => {
        add(1)
        add(2)
        setText((before) => `${before}, pressed`)
      }, [])
      refs.push(first.current)
      return h('button', { onClick: press }, `${id} ${count} ${double} ${text}`)
    }
    show(h(Counter))
    const button = find('button')
    button.click()
    expect(button.textContent).toBe('1 10 20 idle')
    await untilTaken()
    expect(find('button')).toBe(button)
    expect(button.textContent).toBe('1 13 26 idle, pressed')
    button.click()
    await vi.waitFor(() => expect(button.textContent).toBe('1 16 32 idle, pressed, pressed'))
    expect(new Set(refs).size).toBe(1)
    expect(drawn).toBe(1)
  })

  it('when a store has changed, beginning with what was drawn', async () => {
    const store = createStore('one')
    const drawn: string[] = []
    function Reader() {
      const value = useSyncExternalStore(store.subscribe, store.read, () => 'painted')
      drawn.push(value)
      return h('p', null, value)
    }
    show(h(Reader))
    const node = find('p')
    store.set('one')
    await untilTaken()
    expect(isTaken(node)).toBe(false)
    store.set('two')
    await untilTaken()
    expect(find('p')).toBe(node)
    expect(node.textContent).toBe('two')
    expect(drawn).toEqual(['one', 'one', 'two'])
    expect(store.listeners.size).toBe(1)
    roots[0]?.unmount()
    expect(store.listeners.size).toBe(0)
  })

  it('while effects can see that nothing is closed, and listeners of the frame end', async () => {
    const ends: boolean[] = []
    let clicks = 0
    function Dialog() {
      useLayoutEffect(() => () => void ends.push(HANDOVER.isUnderWay), [])
      return h('button', { onClick: () => void clicks++ })
    }
    const root = show(h(Dialog))
    find('button').dispatchEvent(new Event('pointerover', { bubbles: true }))
    await untilTaken()
    find('button').click()
    expect(clicks).toBe(1)
    root.unmount()
    expect(ends).toEqual([true, false])
    expect(HANDOVER.isUnderWay).toBe(false)
  })

  it('with the same nodes and states where a translation or an extension has changed them (G20, G21)', async () => {
    const store = createStore('one')
    function Reader() {
      const [own] = useState('kept')
      return h('p', null, h('span', null, useSyncExternalStore(store.subscribe, store.read, store.read)), own)
    }
    show(h('div', null, h(Reader), h(Reader)))
    const own = [...container.querySelectorAll('*')]
    const [first, second] = own.filter(({ localName }) => localName === 'p') as Element[]
    find('span').replaceChildren(document.createElement('font'))
    find('font').textContent = 'eins'
    ;(first?.lastChild as Text).data = 'behalten'
    const wrapper = document.createElement('section')
    second?.before(wrapper)
    wrapper.append(second as Element, document.createElement('hr'))
    container.append(document.createElement('hr'))
    store.set('two')
    await untilTaken()
    expect(container.textContent).toBe('twokepttwokept')
    expect([...container.querySelectorAll('*')]).toEqual(own)
    expect(own.every(isTaken)).toBe(true)
  })

  it('and draws new nodes, once, where a component draws something else than before', async () => {
    const store = createStore('one')
    let tag = 'i'
    const Reader = () =>
      h('p', null, h(tag, null, useSyncExternalStore(store.subscribe, store.read, store.read)))
    show(h('div', null, h(Reader), h(Reader)))
    tag = 'b'
    store.set('two')
    await untilTaken()
    expect(container.innerHTML).toBe('<div><p><b>two</b></p><p><b>two</b></p></div>')
  })

  it('and can be given another tree afterwards', async () => {
    const Name = ({ name }: { name: string }) => h('button', null, name)
    const root = show(h(Name, { name: 'one' }))
    const button = find('button')
    button.dispatchEvent(new Event('pointerover', { bubbles: true }))
    await untilTaken()
    flushSync(() => root.render(h(Name, { name: 'two' })))
    expect(find('button')).toBe(button)
    expect(button.textContent).toBe('two')
  })
})

describe('a root outside of the document', () => {
  it('is drawn again when it changes, and keeps its nodes when it is shown', async () => {
    const store = createStore('one')
    const Reader = () => h('p', null, useSyncExternalStore(store.subscribe, store.read, store.read))
    const place = document.createElement('div')
    const root = show(h(Reader), place)
    store.set('two')
    await vi.waitFor(() => expect(place.textContent).toBe('two'))
    const node = place.firstChild
    container.append(place)
    root.render(h(Reader))
    expect(place.firstChild).toBe(node)
    expect(isTaken(node as Element)).toBe(false)
    place.remove()
    store.set('three')
    container.append(place)
    root.render(h(Reader))
    expect(place.textContent).toBe('three')
    expect(store.listeners.size).toBe(1)
  })

  it.each([
    ['more nodes', ['a', 'b', 'c']],
    ['fewer nodes', ['a']],
    ['other nodes', ['a', 'x']],
  ])('is drawn anew when it is shown with %s', (_, names) => {
    const List = ({ of }: { of: string[] }) =>
      h(
        'ul',
        null,
        of.map((name) => (name === 'x' ? h('p', { key: name }, name) : h('li', { key: name }, name))),
      )
    const root = show(h(List, { of: ['a', 'b'] }))
    root.render(h(List, { of: names }))
    const other = document.createElement('main')
    const react18 = createReactRoot(other)
    flushSync(() => react18.render(h(List, { of: names })))
    expect(container.innerHTML).toBe(other.innerHTML)
    react18.unmount()
  })
})

describe('an error in the first frame', () => {
  class Boundary extends Component<{ children: ReactNode; onError(error: unknown): void }> {
    static getDerivedStateFromError = () => ({ isBroken: true })
    override state = { isBroken: false }
    override componentDidCatch(error: unknown) {
      this.props.onError(error)
    }
    override render() {
      return this.state.isBroken ? null : this.props.children
    }
  }

  it.each(['a component', 'an effect'])(
    'of %s reaches the boundary, and nothing stays on screen',
    (where) => {
      const errors: unknown[] = []
      const store = createStore(1)
      function Broken() {
        useSyncExternalStore(store.subscribe, store.read, store.read)
        useLayoutEffect(() => {
          throw new Error('broken')
        }, [])
        if (where === 'a component') throw new Error('broken')
        return h('p')
      }
      show(h(Boundary, { onError: (error) => void errors.push(error), children: h(Broken) }))
      expect(errors).toEqual([new Error('broken')])
      expect(container.innerHTML).toBe('')
      expect(store.listeners.size).toBe(0)
    },
  )

  it('is thrown where there is no boundary', () => {
    const Broken = () => {
      throw new Error('broken')
    }
    expect(() => show(h(Broken))).toThrow('broken')
  })
})
