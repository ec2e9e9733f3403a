/** The number of columns from which a table is too wide for a phone. */
const WIDE = 3

const isOpen = (name) => (token) => token.type === `${name}_open`

/**
 * A plugin of markdown-it. In wide tables it writes the head of a column on each of its cells, so that a style sheet for phones can show
 * a row as a list.
 */
export function labelCells(md) {
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
