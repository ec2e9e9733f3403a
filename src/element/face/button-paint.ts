import type { PartTree } from './button-parts.js'

/**
 * Draws a tree into a parent with DOM calls alone (no markup strings: strict CSP, Trusted Types).
 *
 * What is there already is changed in place, so the button keeps its focus and a press that has begun. Not to be called
 * once React has taken the nodes over.
 */
export function paint([tag, attributes, content]: PartTree, parent: Node, index = 0): void {
  const node = (parent.childNodes[index] ?? parent.appendChild(document.createElement(tag))) as Element
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'string') node.setAttribute(name, value)
    else node.toggleAttribute(name, !!value)
  }
  if (typeof content === 'object') content.map((child, at) => paint(child, node, at))
  // WebKit does not click on what has gone since the button was pressed, a text node among them.
  else if (node.textContent !== content) node.textContent = content as string
}
