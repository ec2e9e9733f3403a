import type { PartTree } from './button-parts.js'

/**
 * Draws a tree into a parent with DOM calls only, without markup strings (strict CSP, Trusted Types).
 *
 * It changes existing nodes in place, so the button keeps its focus and a press that has begun. Do not call it after
 * React has taken over the nodes.
 */
export function paint([tag, attributes, content]: PartTree, parent: Node, index = 0): void {
  const node = (parent.childNodes[index] ?? parent.appendChild(document.createElement(tag))) as Element
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'string') node.setAttribute(name, value)
    else node.toggleAttribute(name, !!value)
  }
  if (typeof content === 'object') content.map((child, at) => paint(child, node, at))
  // If a node is replaced after the button was pressed, even a text node, WebKit does not click.
  else if (node.textContent !== content) node.textContent = content as string
}
