import { readFileSync, writeFileSync } from 'node:fs'

const PAGE = 'docs/server.md'
const [BEGIN, END] = ['<!-- runtimes -->\n', '<!-- /runtimes -->']

/** How many cases of each kind were tried in each runtime, and in how many the server was right. */
export class Table {
  readonly #cells = new Map<string, { right: number; all: number }>()
  readonly #kinds: string[] = []

  /** Notes a case before it runs. @returns what notes that it was right */
  begin(kind: string, runtime: string): () => void {
    if (!this.#kinds.includes(kind)) this.#kinds.push(kind)
    const key = `${kind}|${runtime}`
    const cell = this.#cells.get(key) ?? { right: 0, all: 0 }
    cell.all++
    this.#cells.set(key, cell)
    return () => {
      cell.right++
    }
  }

  /** Writes the table in Markdown; a cell without a case is empty. */
  print(runtimes: readonly string[]): string {
    const rows = this.#kinds.map((kind) => {
      const cells = runtimes.map((runtime) => {
        const cell = this.#cells.get(`${kind}|${runtime}`)
        return cell ? `${cell.right} of ${cell.all}` : ''
      })
      return `| ${[kind, ...cells].join(' | ')} |`
    })
    const head = `| cases | ${runtimes.join(' | ')} |\n|${' --- |'.repeat(runtimes.length + 1)}`
    return `${head}\n${rows.join('\n')}\n`
  }
}

/** The table that docs/server.md has. With RUNTIMES=write in the environment the page gets `text` first. */
export function readTable(text: string): string {
  const page = readFileSync(PAGE, 'utf8')
  const [from, to] = [page.indexOf(BEGIN) + BEGIN.length, page.indexOf(END)]
  if (process.env.RUNTIMES !== 'write') return page.slice(from, to)
  writeFileSync(PAGE, page.slice(0, from) + text + page.slice(to))
  return text
}
