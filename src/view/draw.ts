import { isValidElement, type ReactNode } from 'react'

const SVG = 'http://www.w3.org/2000/svg'

/** Attributes with another name than React's property. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  className: 'class',
  referrerPolicy: 'referrerpolicy',
}

type Props = Readonly<Record<string, unknown>> & { readonly children?: ReactNode }

/** A node as it should be: a text, or an element with its properties. */
type Wanted = string | { readonly type: string; readonly props: Props }

/** The attributes that each node has got here: others may belong to an extension. */
const drawn = new WeakMap<Element, readonly string[]>()

/** Calls components until only texts and the document's own elements are left. */
function listNodes(node: ReactNode): Wanted[] {
  if (Array.isArray(node)) return node.flatMap(listNodes)
  if (typeof node === 'number' || (typeof node === 'string' && node)) return [`${node}`]
  if (!isValidElement<Props>(node)) return []
  const { type, props } = node
  if (typeof type === 'string') return [{ type, props }]
  // What is no function is a fragment.
  return listNodes(typeof type === 'function' ? (type as (props: Props) => ReactNode)(props) : props.children)
}

/** The attributes that React would give to an element; an absent attribute is not listed. */
function listAttributes(props: Props): [name: string, value: string][] {
  return Object.entries(props).flatMap(([name, value]): [string, string][] => {
    if (name === 'children' || value === undefined || value === null) return []
    if (typeof value === 'function') return []
    const isWord = typeof value !== 'boolean' || /^(?:aria|data)-/.test(name)
    return isWord || value ? [[ATTRIBUTES[name] ?? name, isWord ? `${value}` : '']] : []
  })
}

function setAttributes(node: Element, props: Props): void {
  const wanted = listAttributes(props)
  // A node that was not drawn here comes from the first paint.
  for (const name of drawn.get(node) ?? node.getAttributeNames())
    if (!wanted.some(([other]) => other === name)) node.removeAttribute(name)
  for (const [name, value] of wanted) if (node.getAttribute(name) !== value) node.setAttribute(name, value)
  drawn.set(
    node,
    wanted.map(([name]) => name),
  )
}

/**
 * Draws components without hooks by DOM calls: the same nodes and attributes as React would draw, so that React can take
 * them over by hydration. Nodes that fit stay, and with them focus, press and selection. Listeners are the caller's.
 *
 * @param node what components without hooks, references and contexts return
 * @param parent its children become what `node` describes
 */
export function draw(node: ReactNode, parent: Element | ShadowRoot): void {
  const page = parent.ownerDocument
  const wanted = listNodes(node)
  for (const [at, one] of wanted.entries()) {
    const there = parent.childNodes[at]
    const place = <T extends Node>(made: T): T => {
      if (there) there.replaceWith(made)
      else parent.append(made)
      return made
    }
    if (typeof one === 'string') {
      const text = there?.nodeType === 3 ? (there as Text) : place(page.createTextNode(one))
      if (text.data !== one) text.data = one
      continue
    }
    const { type, props } = one
    const isDrawing = type === 'svg' || (parent as Element).namespaceURI === SVG
    const element =
      (there as Element | undefined)?.localName === type
        ? (there as Element)
        : place(isDrawing ? page.createElementNS(SVG, type) : page.createElement(type))
    setAttributes(element, props)
    draw(props.children, element)
  }
  while (parent.childNodes.length > wanted.length) parent.lastChild?.remove()
}
