import { useEffect, useReducer, useRef, useState } from 'react'
import { isConnecting } from '../../client/machine.js'
import type { LoadedTexts } from '../i18n/texts.js'
import { type ListRow, readWords, toRows } from './list-rows.js'
import { NoWallet } from './no-wallet.js'
import { Row } from './row.js'
import { useSteadyRows } from './steady-rows.js'
import type { ViewProps } from './view-props.js'

/** With this many wallets the list has a search field, and is a single stop of the Tab key. */
const MANY = 8

/** The most rows that are drawn. A search looks through all wallets. */
const MAX_WALLET_ROWS = 60

/** So many rows are in the first frame: more than a laptop shows. The others follow after its paint. */
const FIRST_ROWS = 12

const HEADINGS = {
  installed: 'installed',
  phone: 'onPhone',
  hosted: 'hosted',
  install: 'getWallet',
} as const satisfies Record<ListRow['kind'], keyof LoadedTexts>

const isReady = ({ availability, app }: ListRow): boolean => !!app || availability === 'ready'

/** The name by which a row is searched. */
const titleOf = (row: ListRow, texts: LoadedTexts): string => readWords(row, texts).title.toLowerCase()

/**
 * The list of wallets, in groups. The first frame decides about headings, search and the place of the last used wallet.
 * What arrives later moves neither the focus nor the rows under the pointer.
 */
export function WalletList(props: ViewProps & { appLink?: ((app: string) => string) | undefined }) {
  const { client, state, texts, theme, options, place, go, appLink } = props
  const { choices, chains, attempt, phase, connections } = state
  const list = useRef<HTMLUListElement>(null)
  const [query, setQuery] = useState('')
  const stop = useRef('')
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [limit, setLimit] = useState(FIRST_ROWS)
  const wallets = (client.getConfig().wallets ?? []) as readonly string[]
  const memory = useRef<ListRow[]>([])
  const found = toRows(choices, chains, wallets, memory.current)
  const first = memory.current.length ? memory.current : found
  if (!options.isHidden) memory.current = first
  const last = first.find(({ lastUsed, kind }) => lastUsed && kind !== 'install')?.id
  const isMany = first.length >= MANY
  const groups = new Set(first.filter(({ id }) => id !== last).map(({ kind }) => kind)).size
  const placed = wallets.length ? found : found.map((row) => (row.id === last ? { ...row, group: -1 } : row))
  // The list will change its height: by a search, or when a first wallet replaces the text about wallets.
  const isTall = isMany || !first.some(isReady)
  const { rows: steady, isMeant } = useSteadyRows(placed, list, isTall, options.isHidden)
  const word = query.trim().toLowerCase()
  const rows = (word ? steady.filter((row) => titleOf(row, texts).includes(word)) : steady).slice(0, limit)
  const titles = rows.map((row) => titleOf(row, texts))
  const busy = isConnecting(phase) && attempt?.walletId
  const begins = ({ kind, group }: ListRow, at: number) =>
    group >= 0 && (kind !== rows[at - 1]?.kind || (rows[at - 1]?.group ?? 0) < 0)
  const runs = rows.filter(begins).map(({ kind }) => kind)
  const hasHeadings = groups > 1 && !word && new Set(runs).size === runs.length
  const isPart = !options.isHidden && steady.length > limit
  useEffect(() => {
    if (isPart) setLimit(MAX_WALLET_ROWS)
  }, [isPart])
  const here = (rows.find(({ id }) => id === stop.current) ?? rows[0])?.id
  return (
    <>
      {isMany && (
        <input
          className="search"
          type="search"
          // It has no value here: the browser owns what is typed, with its caret and its composition.
          placeholder={texts.search}
          aria-label={texts.search}
          onChange={({ target }) => setQuery(target.value)}
        />
      )}
      <ul ref={list} role="list" className={isTall ? 'rows tall' : 'rows'}>
        {rows.map((row, at) => (
          <li
            key={row.id}
            data-row={row.id}
            onFocus={() => {
              stop.current = row.id
              // The first row gets the focus as the list appears, and is the stop already.
              if (row.id !== here) redraw()
            }}
          >
            {hasHeadings && begins(row, at) && <h2 className="quiet">{texts[HEADINGS[row.kind]]}</h2>}
            <Row
              row={row}
              texts={texts}
              theme={theme}
              client={client}
              isMeant={isMeant}
              go={go}
              appLink={appLink}
              isBusy={row.walletId === busy && (row.app ?? '') === (place.app ?? '')}
              isConnected={!row.app && connections.some(({ walletId }) => walletId === row.id)}
              isTwin={titles.some(
                (title, other) => title === titles[at] && rows[other]?.namespace !== row.namespace,
              )}
              isStop={!isMany || row.id === here}
            />
          </li>
        ))}
      </ul>
      {!rows.some(isReady) && <NoWallet {...props} isSearch={!!word} />}
    </>
  )
}
