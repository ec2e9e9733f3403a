import { allChains } from '../connectors/config.js'
import type { Connector } from '../connectors/connector.js'
import { namespaceOf } from '../protocol/caip2.js'
import type { Core } from './core.js'
import { byGroup, keepOrder } from './keep-order.js'
import { type ListRow, toRows } from './list-rows.js'
import { sameContent } from './same-content.js'
import { answersTo, selectConnectors, toChoice } from './select-connectors.js'
import type { Choice, WalletState } from './state.js'

/** Sets the state only when `patch` differs from it, so that subscribers are called only for changes. */
export function publish({ store, disposed }: Core, patch: Partial<WalletState>): void {
  const isNew = ([name, value]: [string, unknown]) =>
    !sameContent(value, store.get()[name as keyof WalletState])
  if (!disposed.aborted && Object.entries(patch).some(isNew)) store.set(patch)
}

/** The connectors that the configuration allows, in order of display. */
export const listConnectors = ({ discovery, config }: Core): Connector[] =>
  selectConnectors(discovery.all(), config)

/** The allowed connector that an id or an alias means. */
export const findConnector = (core: Core, id: string): Connector | undefined =>
  listConnectors(core).find((connector) => answersTo(connector, id))

/**
 * The rows that the list offers. When the page asks for a chain, only connectors of its namespace are
 * offered.
 */
export function listOffered(core: Core): Connector[] {
  const chainId = core.now.call?.chainId
  return listConnectors(core).filter(({ namespace }) => !chainId || namespace === namespaceOf(chainId))
}

const listChoices = (core: Core): Choice[] =>
  listOffered(core).flatMap((connector) => toChoice(connector, core.config) ?? [])

/** The rows that the list would draw now. */
export function listRows(core: Core): ListRow[] {
  const chainId = core.now.call?.chainId
  return toRows(listChoices(core), chainId ? [chainId] : allChains(core.config), core.config.wallets)
}

/** Copies the choices into the state. Rows that are on screen keep their places. */
export function publishChoices(core: Core): void {
  const { open, choices } = core.store.get()
  const last = Object.values(core.records.readLast())
  const rows = listChoices(core).map((row) => (last.includes(row.id) ? { ...row, lastUsed: true } : row))
  const chainId = core.now.call?.chainId
  publish(core, {
    choices: open ? keepOrder(choices, rows, byGroup) : rows,
    family: chainId && namespaceOf(chainId),
  })
}
