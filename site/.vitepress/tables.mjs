/** The number of columns from which a table is too wide for a phone. */
const WIDE = 3

const isOpen = (name) => (token) => token.type === `${name}_open`

/**
 * A plugin of markdown-it. In wide tables it writes the head of a column on each of its cells, so that a style sheet for phones can show
 * a row as a list.
 */
export function labelCells(md) {
  linkRows(md)
  // Ours writes the attributes of the table, which the one of VitePress leaves out.
  md.renderer.rules.table_open = (tokens, index, options, _, renderer) =>
    renderer.renderToken(tokens, index, options)
  md.core.ruler.push('label-cells', ({ tokens }) => {
    for (const [index, table] of tokens.entries()) {
      if (table.type !== 'table_open') continue
      table.attrSet('tabindex', '0')
      const end = tokens.findIndex((token, place) => place > index && token.type === 'table_close')
      const inside = tokens.slice(index, end)
      const labels = inside
        .filter((_, place) => isOpen('th')(inside[place - 1] ?? table))
        .map(({ children }) => children.map(({ content }) => content).join(''))
      if (labels.length < WIDE) continue
      table.attrJoin('class', 'wide')
      for (const [place, cell] of inside.filter(isOpen('td')).entries())
        cell.attrSet('data-label', labels[place % labels.length])
    }
  })
}

/** Tables whose rows have an address, by the head of their first column. */
const LINKED = new Set(['attribute', 'method', 'event'])

/** Gives rows of the reference an address each, such as `#attribute-show-balance`, and a link to it. */
function linkRows(md) {
  md.core.ruler.push('link-rows', ({ tokens, Token }) => {
    let kind = ''
    for (const [index, token] of tokens.entries()) {
      const first = tokens[index + 2]
      if (isOpen('thead')(token)) kind = tokens[index + 3]?.content ?? ''
      if (!isOpen('tr')(token) || !LINKED.has(kind) || tokens[index + 1]?.type !== 'td_open') continue
      const [code] = first.children
      const id = `${kind}-${/^[\w-]+/.exec(code?.content ?? '')?.[0]}`
      tokens[index + 1].attrSet('id', id)
      const link = new Token('link_open', 'a', 1)
      link.attrSet('href', `#${id}`)
      link.attrSet('class', 'row-link')
      first.children = [link, ...first.children, new Token('link_close', 'a', -1)]
    }
  })
}
