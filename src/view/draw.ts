import type { ReactElement, ReactNode } from 'react'

const SVG = 'http://www.w3.org/2000/svg'

/** Attributes with another name than React's property. All others of HTML have it in small letters. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  className: 'class',
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
function listNodes(node: ReactNode, slot = '', into: Wanted[] = []): Wanted[] {
  if (Array.isArray(node)) node.forEach((child, at) => void listNodes(child, `${slot}.${at}`, into))
  else if (typeof node === 'number' || (typeof node === 'string' && node))
    into.push({ slot, type: null, props: {}, text: `${node}` })
  else if (node && typeof node === 'object' && 'props' in node) {
    const { type, key, props } = node as ReactElement<Props>
    const own = key === null ? slot : `${slot.slice(0, slot.lastIndexOf('.') + 1)}$${key}`
    if (typeof type === 'string') into.push({ slot: own, type, props, text: '' })
    // What is no function is a fragment.
    else
      listNodes(
        typeof type === 'function' ? (type as (props: Props) => ReactNode)(props) : props.children,
        `${own}.`,
        into,
      )
  }
  return into
}

/** Calls the handler that an element has got last. */
function handle(event: Event): void {
  const { handlers } = drawn.get(event.currentTarget as Node) ?? {}
  // A handler expects React's event. Our handlers use one member that a native event lacks.
  handlers?.[event.type]?.(Object.assign(event, { nativeEvent: event }))
}

/** Gives an element the attributes that React would give it, and its handlers. A new one has none to compare. */
function setProperties(node: Element, { slot, props }: Wanted, isNew: boolean): Drawn {
  const before = drawn.get(node)
  const names: string[] = []
  const handlers: Record<string, Handler> = {}
  for (const [property, value] of Object.entries(props)) {
    if (property === 'children' || value === undefined || value === null) continue
    if (typeof value === 'function') {
      const type = property.slice(2).toLowerCase()
      handlers[EVENTS[type] ?? type] = value as Handler
      continue
    }
    const isWord = typeof value !== 'boolean' || /^(?:aria|data)-|^draggable$/.test(property)
    if (!isWord && !value) continue
    const name = ATTRIBUTES[property] ?? (node.namespaceURI === SVG ? property : property.toLowerCase())
    const text = isWord ? `${value}` : ''
    names.push(name)
    if (isNew || node.getAttribute(name) !== text) node.setAttribute(name, text)
  }
  // A node that was not drawn here comes from the first paint.
  for (const name of isNew ? [] : (before?.names ?? node.getAttributeNames()))
    if (!names.includes(name)) node.removeAttribute(name)
  for (const type of Object.keys(handlers)) node.addEventListener(type, handle)
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
  const wanted = listNodes(node)
  const inside = drawn.get(parent)
  const text = wanted.every(({ type }) => type === null) ? wanted.map((one) => one.text).join('') : undefined
  if (inside && text !== undefined && inside.text === text && !isLast) return
  if (inside) inside.text = text

  // First, so that what stays need not move: a node that moves loses the focus.
  const slots = new Set(wanted.map(({ slot }) => slot))
  for (const child of [...parent.childNodes]) {
    const slot = drawn.get(child)?.slot
    if (slot !== undefined && !slots.has(slot)) parent.removeChild(child)
  }

  wanted.forEach((one, at) => {
    const there = parent.childNodes[at]
    const fits = (other: ChildNode) => (drawn.get(other)?.slot ?? one.slot) === one.slot && isA(other, one)
    const stays = there && fits(there)
    const moved =
      there && !stays
        ? [...parent.childNodes].slice(at + 1).find((other) => drawn.has(other) && fits(other))
        : undefined
    const child = stays ? there : (moved ?? make(one, parent))
    // Before it comes in: a new node comes with all that it holds.
    fill(child, one, isLast, !stays && !moved)
    if (stays) return
    // What nobody has drawn makes room; what was drawn may be wanted further on.
    if (there && !moved && !drawn.has(there)) there.replaceWith(child)
    else parent.insertBefore(child, there ?? null)
  })
  while (parent.childNodes.length > wanted.length) parent.removeChild(parent.lastChild as ChildNode)
}

/** Whether a node is a text or an element of this name. */
const isA = (node: ChildNode, { type }: Wanted) =>
  type === null ? node.nodeType === 3 : (node as Element).localName === type

function make({ type, text }: Wanted, parent: Element | ShadowRoot): ChildNode {
  const page = parent.ownerDocument
  if (type === null) return page.createTextNode(text)
  const isDrawing = type === 'svg' || (parent as Element).namespaceURI === SVG
  return isDrawing ? page.createElementNS(SVG, type) : page.createElement(type)
}

/** Gives a node its text, or its properties and children. */
function fill(node: ChildNode, one: Wanted, isLast: boolean, isNew: boolean): void {
  const { slot, type, props, text } = one
  const before = drawn.get(node)
  if (type === null) {
    drawn.set(node, { slot, names: [], handlers: {}, hasContent: false })
    if ((node as Text).data !== text) (node as Text).data = text
    return
  }
  const now = setProperties(node as Element, one, isNew)
  if (isLast) now.handlers = {}
  if (isNew && !isLast) fillNew(node as Element, now, props.children)
  else if (isLast || !before || before.hasContent || now.hasContent)
    draw(props.children, node as Element, isLast)
}

/** Draws what is in a new element, which most of a first frame is: there is nothing to compare. */
function fillNew(parent: Element, now: Drawn, children: ReactNode): void {
  const wanted = listNodes(children)
  if (wanted.every(({ type }) => type === null)) now.text = wanted.map((one) => one.text).join('')
  for (const one of wanted) {
    const child = make(one, parent)
    fill(child, one, false, true)
    parent.append(child)
  }
}
