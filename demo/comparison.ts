import { readFigures, toCount, toKilobytes, toMilliseconds } from '../scripts/comparison/figures.mjs'
import { inPackage } from '../test/counterparts/package-root.js'

/** Pages of the benchmark that the product page leaves out: a second build of a library, and libraries without a list of their own. */
const LEFT_OUT = ['appkit-cdn', 'appkit-ethers', 'starknet-react', 'get-starknet']

const HEAD = [
  'Button',
  'until it is painted',
  'until the list is on screen',
  'files until then',
  'click to list',
  'axe findings',
  'third parties asked',
]

/** The options with which the benchmark measures the columns, and how many columns each measures. */
const SETTINGS: readonly (readonly [setting: string, columns: number])[] = [
  ['fast,cpu4', 4],
  ['axe', 1],
  ['privacy', 1],
]

const escapeText = (text: string): string => text.replace(/[&<]/g, (sign) => `&#${sign.codePointAt(0)};`)

/** Renders the table of the product page as HTML, from the measured figures. */
export function renderComparison(): string {
  const rows = readFigures(inPackage())
    .pages.filter(({ name }) => !LEFT_OUT.includes(name))
    .map((page) => {
      const strangers = new Set([...page.strangersBefore, ...page.strangersAfter]).size
      const cells = [
        toKilobytes(page.painted),
        toKilobytes(page.list),
        String(page.requestsList),
        toMilliseconds(page.clickSlow),
        toCount(page.axeList),
        strangers ? String(strangers) : 'none',
      ]
      const figures = cells.map((cell) => `<td class="figure">${cell}</td>`).join('')
      return `<tr${page.name === 'ours' ? ' class="ours"' : ''}><th scope="row">${escapeText(page.title)}</th>${figures}</tr>`
    })
  const head = HEAD.map((cell) => `<th scope="col">${cell}</th>`).join('')
  const settings = SETTINGS.map(
    ([setting, columns]) => `<td colspan="${columns}"><code>${setting}</code></td>`,
  ).join('')
  const foot = `<tr><th scope="row"><code>npm run bench:peers -- --settings=</code></th>${settings}</tr>`
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody><tfoot>${foot}</tfoot></table>`
}
