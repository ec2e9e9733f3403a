import { type Component, isValidElement, type ReactNode } from 'react'
import { type FirstFrame, withHooks } from './hooks.js'

const SVG = 'http://www.w3.org/2000/svg'

/** React's events that are other events in the document: React's focus bubbles, and its change comes with each letter. */
const EVENTS: Readonly<Record<string, string>> = { onFocus: 'focusin', onChange: 'input' }

/** Attributes with another name than React's property. The document ignores the case of all others. */
const ATTRIBUTES: Readonly<Record<string, string>> = { className: 'class' }

/** The nodes that a frame draws. */
export interface DrawnFrame extends FirstFrame {
  /** Ends the listeners of the nodes. */
  readonly signal: AbortSignal
  /** The nodes in the order in which they are drawn. */
  readonly nodes: (Element | Text)[]
  /** The nodes of an earlier frame, which this one uses again. */
  readonly earlier: readonly (Element | Text)[]
  /** The error boundary around all components. */
  boundary?: Component
}

interface ComponentClass {
  new (props: object): Component
  readonly prototype: { readonly isReactComponent?: object }
}

/** A frame needs other nodes than the earlier one. */
export class OtherNodes extends Error {}

/** Creates a node within its parent, or takes the earlier frame's. @throws OtherNodes when that one differs */
function place<T extends Element | Text>(
  frame: DrawnFrame,
  parent: Node,
  fits: (earlier: Element | Text) => boolean,
  create: () => T,
): T {
  const earlier = frame.earlier[frame.nodes.length]
  if (earlier ? !fits(earlier) : frame.earlier.length) throw new OtherNodes()
  const node = (earlier as T) ?? parent.appendChild(create())
  frame.nodes.push(node)
  return node
}

/** Sets an attribute or a listener, as React does when it creates the node. */
function setProperty(node: Element, name: string, value: unknown, signal: AbortSignal): void {
  if (name === 'children' || value === undefined || value === null) return
  if (typeof value === 'function') {
    const run = (event: Event) =>
      // A handler expects React's event. Our handlers use one member that a native event lacks.
      (value as (event: Event) => void)(Object.assign(event, { nativeEvent: event }))
    node.addEventListener(EVENTS[name] ?? name.slice(2).toLowerCase(), run, { signal })
    return
  }
  const isWord = typeof value !== 'boolean' || /^(?:aria|data)-|^draggable$/.test(name)
  if (!isWord && !value) return
  const attribute = ATTRIBUTES[name] ?? name
  const text = isWord ? `${value}` : ''
  if (node.getAttribute(attribute) !== text) node.setAttribute(attribute, text)
}

/** What an element of React 18 consists of. */
interface DrawnElement {
  readonly type: string | symbol | ComponentClass | ((props: object) => ReactNode)
  readonly props: Readonly<Record<string, unknown>> & { readonly children?: ReactNode }
  readonly ref: { current: unknown } | null
}

const isClass = (type: object): type is ComponentClass =>
  !!(type as ComponentClass).prototype?.isReactComponent

function drawElement({ type, props, ref }: DrawnElement, parent: Node, frame: DrawnFrame): void {
  if (typeof type === 'string') {
    const isDrawing = type === 'svg' || (parent as Element).namespaceURI === SVG
    const node = place(
      frame,
      parent,
      (earlier) => (earlier as Element).localName === type,
      () => (isDrawing ? document.createElementNS(SVG, type) : document.createElement(type)),
    )
    for (const name in props) setProperty(node, name, props[name], frame.signal)
    if (ref) ref.current = node
    draw(props.children, node, frame)
  } else if (typeof type === 'symbol') {
    // A fragment.
    draw(props.children, parent, frame)
  } else if (isClass(type)) {
    const component = new type(props)
    frame.boundary = component
    draw(component.render(), parent, frame)
  } else
    withHooks(
      frame,
      () => type(props),
      (result) => draw(result, parent, frame),
    )
}

/**
 * Draws what React would draw when it mounts a tree, by DOM calls: the same nodes, with the same attributes. It knows what
 * the list uses of React, and no more.
 *
 * @throws OtherNodes when the nodes of the earlier frame do not fit
 */
export function draw(node: ReactNode, parent: Node, frame: DrawnFrame): void {
  if (Array.isArray(node)) for (const child of node) draw(child, parent, frame)
  else if (isValidElement(node)) drawElement(node as never, parent, frame)
  else if ((typeof node === 'string' && node) || typeof node === 'number')
    place(
      frame,
      parent,
      (earlier) => (earlier as Text).data === `${node}`,
      () => document.createTextNode(`${node}`),
    )
}
