import { isValidElement, type ReactNode } from 'react'

const SVG = 'http://www.w3.org/2000/svg'

/** Attributes with another name than React's property. The document ignores the case of all others. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  className: 'class',
  referrerPolicy: 'referrerpolicy',
  shapeRendering: 'shape-rendering',
}

/** React's events that are other events in the document: React's focus bubbles, and its change comes with each letter. */
const EVENTS: Readonly<Record<string, string>> = { focus: 'focusin', change: 'input' }

type Props = Readonly<Record<string, unknown>> & { readonly children?: ReactNode }
type Handler = (event: Event) => void

/** A node as it should be: an element with its properties, or a text. */
interface Wanted {
  /** Its place among its parent's nodes: what stands there now is the same node as before. */
  readonly slot: string
  /** The name of the element; null for a text. */
  readonly type: string | null
  readonly props: Props
  readonly text: string
}

/** What was drawn. */
interface Drawn {
  slot: string
  /** The attributes that it has got here: others may belong to an extension. */
  names: readonly string[]
  handlers: Readonly<Record<string, Handler>>
  hasContent: boolean
  /** Its text, if it has nothing but text. */
  text?: string | undefined
}

const drawn = new WeakMap<Node, Drawn>()

/** Calls components until only texts and the document's own elements are left. What is left out keeps its slot. */
function listNodes(node: ReactNode, slot = ''): Wanted[] {
  if (Array.isArray(node)) return node.flatMap((child, at) => listNodes(child, `${slot}.${at}`))
  if (typeof node === 'number' || (typeof node === 'string' && node))
    return [{ slot, type: null, props: {}, text: `${node}` }]
  if (!isValidElement<Props>(node)) return []
  const { type, key, props } = node
  const own = key === null ? slot : `${slot.replace(/[^.]*$/, '')}$${key}`
  if (typeof type === 'string') return [{ slot: own, type, props, text: '' }]
  // What is no function is a fragment.
  const inside = typeof type === 'function' ? (type as (props: Props) => ReactNode)(props) : props.children
  return listNodes(inside, `${own}.`)
}

/** The attributes that React would give to an element; an absent attribute is not listed. */
function listAttributes(props: Props): [name: string, value: string][] {
  return Object.entries(props).flatMap(([name, value]): [string, string][] => {
    if (name === 'children' || value === undefined || value === null) return []
    if (typeof value === 'function') return []
    const isWord = typeof value !== 'boolean' || /^(?:aria|data)-|^draggable$/.test(name)
    return isWord || value ? [[ATTRIBUTES[name] ?? name, isWord ? `${value}` : '']] : []
  })
}

/** Calls the handler that an element has got last. */
function handle(event: Event): void {
  const { handlers } = drawn.get(event.currentTarget as Node) ?? {}
  // A handler expects React's event. Our handlers use one member that a native event lacks.
  handlers?.[event.type]?.(Object.assign(event, { nativeEvent: event }))
}

function setProperties(node: Element, { slot, props }: Wanted): Drawn {
  const before = drawn.get(node)
  const wanted = listAttributes(props)
  const names = wanted.map(([name]) => name)
  // A node that was not drawn here comes from the first paint.
  for (const name of before?.names ?? node.getAttributeNames())
    if (!names.includes(name)) node.removeAttribute(name)
  for (const [name, value] of wanted) if (node.getAttribute(name) !== value) node.setAttribute(name, value)
  const handlers: Record<string, Handler> = {}
  for (const [name, value] of Object.entries(props)) {
    if (typeof value !== 'function') continue
    const type = name.slice(2).toLowerCase()
    handlers[EVENTS[type] ?? type] = value as Handler
  }
  for (const type in handlers) node.addEventListener(type, handle)
  const now: Drawn = { slot, names, handlers, hasContent: 'children' in props, text: before?.text }
  drawn.set(node, now)
  return now
}

/**
 * Draws components without hooks by DOM calls: the same nodes and attributes as React would draw, so that React can take
 * them over by hydration. Nodes that fit stay, and with them focus, press and selection; a node whose
 * place is another now moves there. An element without children is left alone, because its content belongs to other code. The same text is not
 * written again, because a translation may have replaced it.
 *
 * @param node what components without hooks, references and contexts return
 * @param parent its children become what `node` describes
 * @param isLast React takes the nodes over: they are exactly what React would draw, and have no listeners any more
 */
export function draw(node: ReactNode, parent: Element | ShadowRoot, isLast = false): void {
  const page = parent.ownerDocument
  const wanted = listNodes(node)
  const inside = drawn.get(parent)
  const text = wanted.every(({ type }) => type === null) ? wanted.map((one) => one.text).join('') : undefined
  if (inside && text !== undefined && inside.text === text && !isLast) return
  if (inside) inside.text = text

  // First, so that what stays need not move: a node that moves loses the focus.
  const slots = new Set(wanted.map(({ slot }) => slot))
  for (const child of [...parent.childNodes]) {
    const slot = drawn.get(child)?.slot
    if (slot !== undefined && !slots.has(slot)) child.remove()
  }

  /** The node at a place, if it is the wanted one or can become it; else a new one. */
  function seat<T extends ChildNode>(
    at: number,
    slot: string,
    fits: (there: ChildNode) => boolean,
    make: () => T,
  ) {
    const there = parent.childNodes[at]
    const isOther = (other: ChildNode) => (drawn.get(other)?.slot ?? slot) !== slot || !fits(other)
    if (there && !isOther(there)) return there as T
    const moved = [...parent.childNodes].slice(at + 1).find((other) => drawn.has(other) && !isOther(other))
    const made = (moved as T) ?? make()
    // What nobody has drawn makes room; what was drawn may be wanted further on.
    if (there && !moved && !drawn.has(there)) there.replaceWith(made)
    else parent.insertBefore(made, there ?? null)
    return made
  }

  for (const [at, one] of wanted.entries()) {
    const { slot, type, props } = one
    if (type === null) {
      const leaf = seat(
        at,
        slot,
        ({ nodeType }) => nodeType === 3,
        () => page.createTextNode(one.text),
      )
      drawn.set(leaf, { slot, names: [], handlers: {}, hasContent: false })
      if (leaf.data !== one.text) leaf.data = one.text
      continue
    }
    const isDrawing = type === 'svg' || (parent as Element).namespaceURI === SVG
    const element = seat(
      at,
      slot,
      (there) => (there as ChildNode & Partial<Element>).localName === type,
      () => (isDrawing ? page.createElementNS(SVG, type) : page.createElement(type)),
    )
    const before = drawn.get(element)
    const now = setProperties(element, one)
    if (isLast) now.handlers = {}
    if (isLast || !before || before.hasContent || now.hasContent) draw(props.children, element, isLast)
  }
  while (parent.childNodes.length > wanted.length) parent.lastChild?.remove()
}
