import { readFile } from 'node:fs/promises'
import { inPackage } from '../test/counterparts/package-root.js'

interface Figures {
  name: string
  title: string
  /** Bytes of JavaScript, gzip. */
  painted: number
  list: number
  strangersBefore: string[]
  strangersAfter: string[]
}

const toKilobytes = (bytes: number): string =>
  `${bytes < 10_000 ? (bytes / 1000).toFixed(1) : Math.round(bytes / 1000)} kB`

/** Renders the table of the product page as HTML, from the measured figures. */
export async function renderComparison(): Promise<string> {
  const { pages } = JSON.parse(await readFile(inPackage('docs/figures/peers.json'), 'utf8')) as {
    pages: Figures[]
  }
  const rows = pages
    .filter(({ name }) => !['appkit-cdn', 'appkit-ethers', 'starknet-react', 'get-starknet'].includes(name))
    .sort((one, other) => one.painted - other.painted)
    .map(
      ({ name, title, painted, list, strangersBefore, strangersAfter }) =>
        `<tr${name === 'ours' ? ' class="ours"' : ''}><td>${title.replace(/&/g, '&amp;')}</td><td class="figure">${toKilobytes(painted)}</td><td class="figure">${toKilobytes(list)}</td><td>${
          [...new Set([...strangersBefore, ...strangersAfter])].length || 'none'
        }</td></tr>`,
    )
  return `<table><thead><tr><th scope="col">Button</th><th scope="col">until it is painted</th><th scope="col">until the list is open</th><th scope="col">third parties asked</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}
