import type { Connector } from '../connectors/connector.js'
import { readLastWallet } from '../connectors/sources.js'
import { namespaceOf } from '../protocol/caip2.js'
import type { Core } from './core.js'
import { byGroup, keepOrder } from './keep-order.js'
import { isConnecting, type MachineEvent, nextPhase } from './machine.js'
import { sameContent } from './same-content.js'
import { answersTo, selectConnectors, toChoice } from './select-connectors.js'
import type { Attempt, WalletState } from './state.js'

/** Moves the machine, and derives the status from the new phase and the connections. */
export function move(
  { store, connections, disposed }: Core,
  event: MachineEvent,
  patch: Partial<WalletState> = {},
): void {
  if (disposed.aborted) return
  const phase = nextPhase(store.get().phase, event)
  const status = isConnecting(phase) ? 'connecting' : connections.all().length ? 'connected' : 'idle'
  store.set({ ...patch, phase, status })
}

/** Sets the state only when `patch` differs from it, so that subscribers are not called for nothing. */
export function publish({ store }: Core, patch: Partial<WalletState>): void {
  const isNew = ([name, value]: [string, unknown]) =>
    !sameContent(value, store.get()[name as keyof WalletState])
  if (Object.entries(patch).some(isNew)) store.set(patch)
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
  const chainId = core.pending?.chainId
  return listConnectors(core).filter(({ namespace }) => !chainId || namespace === namespaceOf(chainId))
}

/** Copies the rows into the state. Rows that are on screen keep their places. */
export function publishChoices(core: Core): void {
  const { open, choices } = core.store.get()
  const last = [...Object.values(core.records.readReconnect()), readLastWallet(core.lastWallets)]
  const rows = listOffered(core).flatMap((connector) => {
    const row = toChoice(connector, core.config)
    if (!row) return []
    return last.includes(row.id) ? { ...row, lastUsed: true } : row
  })
  publish(core, { choices: open ? keepOrder(choices, rows, byGroup) : rows })
}

/** Changes the attempt in the state. */
export function changeAttempt(
  core: Core,
  change: Partial<Attempt>,
  event: MachineEvent = 'stay',
  patch: Partial<WalletState> = {},
): void {
  const { attempt } = core.store.get()
  if (attempt) move(core, event, { ...patch, attempt: { ...attempt, ...change } })
}

/** Moves the machine to a phase that shows no attempt, with the list open or closed. */
export const clear = (core: Core, event: MachineEvent, open = false): void =>
  move(core, event, { open, attempt: null, error: null })

/** Puts the list on screen. */
export function showList(core: Core, event: 'open' | 'back' = 'open'): void {
  publishChoices(core)
  clear(core, event, true)
}
