import { type ListRow, toRows } from '../../client/list-rows.js'
import { isConnecting } from '../../client/machine.js'
import { namespaceOf } from '../../protocol/caip2.js'
import type { LoadedTexts } from '../i18n/texts.js'
import { isPhoneRow, readWords, toTiles } from './list-rows.js'
import { createSteadyRows } from './steady-rows.js'
import type { List, ViewProps } from './view-props.js'

/** With this many wallets the list has a search field, and is a single stop of the Tab key. */
const MANY = 8

/** With no more wallets than these, the list is short, and begins further down. */
const FEW = 6

/** With more apps than this, a phone shows them as tiles. */
const FEW_APPS = 4

/** The most rows that are drawn. A search looks through all wallets. */
const MAX_WALLET_ROWS = 60

/** So many rows are in the first frame: more than a laptop shows. The others follow after its paint. */
const FIRST_ROWS = 12

/** Whether a row leads to a wallet that is there. */
export const isReady = ({ availability, app }: ListRow): boolean => !!app || availability === 'ready'

/** Whether the visitor has this row's wallet. */
const isKnown = ({ kind, lastUsed }: ListRow): boolean => kind === 'installed' || !!lastUsed

/** What a row shows, by which it is searched. */
const wordsOf = (row: ListRow, texts: LoadedTexts): string => {
  const { title, subtitle = '' } = readWords(row, texts)
  return `${title} ${subtitle}`.toLowerCase()
}

/** The name of a row, by which it is told from others. */
const titleOf = (row: ListRow, texts: LoadedTexts): string => readWords(row, texts).title.toLowerCase()

/** What the list remembers while it is on screen. */
export interface ListMemory {
  /** What is drawn now. */
  read(given: Omit<ViewProps, 'list'>): List
  /** The list was drawn. */
  settle(): void
  /** All rows may be drawn, because the first frame was painted. */
  grow(): void
}

/**
 * Creates what a list remembers. The first frame decides about headings, search and the place of the last used wallet. What
 * arrives later moves neither the focus nor the rows under the pointer.
 *
 * @param readNode finds the list on screen
 * @param redraw called when the list looks different now
 */
export function createList(readNode: () => HTMLElement | null, redraw: () => void): ListMemory {
  const steady = createSteadyRows<ListRow>(readNode, redraw)
  let first: readonly ListRow[] = []
  let query = ''
  let stop = ''
  let here: string | undefined
  let limit = FIRST_ROWS

  const search = (typed: string) => {
    query = typed
    redraw()
  }
  const stopAt = (id: string) => {
    stop = id
    // The first row gets the focus as the list appears, and is the stop already.
    if (id !== here) redraw()
  }
  return {
    read({ client, state, texts, options, place }) {
      const { choices, family, attempt, phase, connections } = state
      const chains = state.chains.filter((chainId) => !family || namespaceOf(chainId) === family)
      const wallets = (client.getConfig().wallets ?? []) as readonly string[]
      const found = toRows(choices, chains, wallets, first)
      const before = first.length ? first : found
      if (!options.isHidden) first = before
      const last = before.find(({ lastUsed, kind }) => lastUsed && kind !== 'install')?.id
      const isGrid = place.page !== 'all' && before.filter(({ app }) => app).length > FEW_APPS
      const isMany = !isGrid && before.length >= MANY
      const groups = new Set(before.filter(({ id }) => id !== last).map(({ kind }) => kind)).size
      const placed = wallets.length
        ? found
        : found.map((row) => (row.id === last ? { ...row, group: -1 } : row))
      // The list will change its height: by a search, or when a first wallet replaces the text about wallets.
      const isTall = isMany || !before.some(isReady)
      const all = steady.place(placed, isTall, options.isHidden)
      const word = query.trim().toLowerCase()
      const fitting = word ? all.filter((row) => wordsOf(row, texts).includes(word)) : all
      const rows = (isGrid ? toTiles(fitting) : fitting).slice(0, limit)
      const titles = rows.map((row) => titleOf(row, texts))
      const busy = isConnecting(phase) && attempt?.walletId
      // The last used wallet stands before all groups.
      const runOf = ({ kind, group }: ListRow) => (group < 0 ? '' : kind)
      const each = rows.map(runOf)
      const runs = each.filter((run, at) => run !== each[at - 1])
      const hasHeadings = groups > 1 && !word && new Set(runs).size === runs.length
      here = (rows.find(({ id }) => id === stop) ?? rows[0])?.id
      return {
        rows: rows.map((row, at) => ({
          row,
          run: runOf(row),
          isTile: isGrid && isPhoneRow(row),
          isBusy: row.walletId === busy && (row.app ?? '') === (place.app ?? ''),
          isConnected: !row.app && connections.some(({ walletId }) => walletId === row.id),
          isTwin: titles.some(
            (title, other) => title === titles[at] && rows[other]?.namespace !== row.namespace,
          ),
          isStop: !isMany || row.id === here,
        })),
        hasHeadings,
        isMany,
        isTall,
        isShort: before.length <= FEW,
        isNew: before.some(isReady) && !connections.length && !before.some(isKnown),
        isSearch: !!word,
        isPart: !options.isHidden && all.length > limit && limit < MAX_WALLET_ROWS,
        takes: steady.takes,
        search,
        stopAt,
      }
    },
    settle: steady.settle,
    grow() {
      limit = MAX_WALLET_ROWS
      redraw()
    },
  }
}
