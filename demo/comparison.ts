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
  const foot = `<tr><th scope="row"><code>node test/bench/peers/run.mjs --settings=</code></th>${settings}</tr>`
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody><tfoot>${foot}</tfoot></table>`
}

/** What the charts show: a heading, what is measured, how it is written, and the limit of the scale. */
const CHARTS = [
  ['JavaScript until the button is painted', 'painted', toKilobytes],
  ['From the click to the list, on a slow phone’s CPU', 'clickSlow', toMilliseconds],
] as const

/** Renders two charts of the measured figures as HTML: a bar for each library. */
export function renderBars(): string {
  const { pages } = readFigures(inPackage())
  const shown = pages.filter(({ name }) => !LEFT_OUT.includes(name))
  return CHARTS.map(([heading, figure, write]) => {
    const measured = shown.filter((page) => page[figure] != null)
    const longest = Math.max(...measured.map((page) => page[figure] ?? 0))
    const rows = measured.map((page) => {
      const share = (((page[figure] ?? 0) / longest) * 100).toFixed(1)
      const bar = `<svg aria-hidden="true"><rect width="${share}%" height="100%" rx="3"></rect></svg>`
      return `<li${page.name === 'ours' ? ' class="ours"' : ''}><span>${escapeText(page.title)}</span>${bar}<b>${write(page[figure])}</b></li>`
    })
    return `<figure><figcaption>${heading}</figcaption><ul class="bars">${rows.join('')}</ul></figure>`
  }).join('')
}
