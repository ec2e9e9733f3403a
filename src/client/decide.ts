import type { Connector } from '../connectors/connector.js'
import type { Mode } from './config.js'

/** What a call of `connect` without a wallet's id is decided by. */
export interface Situation {
  mode: Mode
  /** There is a connection that answers the call. */
  isStanding: boolean
  /** The last wallet has been asked without a prompt. */
  wasAsked: boolean
  /** What the list would hold, rows to install included. */
  rows: readonly Connector[]
  /** The page names the wallets it offers. */
  isNamed: boolean
  /** No more wallets are waited for. */
  isSettled: boolean
  /** One that may own the browser was seen, and has not announced itself. */
  isExpecting: boolean
  /** A part that may bring further wallets has not arrived. */
  isLoading: boolean
}

/**
 * What is to be done: answer with the connection that stands (`take`), ask the last wallet without a prompt (`restore`),
 * answer with nothing, wait for more wallets, show the list, or connect this one without it.
 */
export type Decision = 'take' | 'restore' | 'nothing' | 'wait' | 'list' | Connector

/**
 * Decides by the flow modes of the specification.
 *
 * The list is skipped where the page is in a wallet's own browser, and in `canAsk` where it would have one row. A row to
 * install is a choice, too. A window of somebody's or a code never opens by itself unless the page has named that wallet.
 */
export function decide(situation: Situation): Decision {
  const { mode, isStanding, wasAsked, rows, isNamed, isSettled, isExpecting, isLoading } = situation
  if (mode === 'neverAsk' || mode === 'canAsk') {
    if (isStanding) return 'take'
    if (!wasAsked) return 'restore'
    if (mode === 'neverAsk') return 'nothing'
  }
  const [owner, ...otherOwners] = rows.filter(
    ({ availability, ownsBrowser }) => availability === 'ready' && ownsBrowser,
  )
  if (!isSettled && (rows.length < 2 || (isExpecting && !owner))) return 'wait'
  if (owner && otherOwners.length === 0) return owner
  const [only] = rows
  if (mode !== 'canAsk' || rows.length !== 1 || isLoading || only?.availability !== 'ready') return 'list'
  return isNamed || !(only.opensWindow || only.canConnectViaQrCode) ? only : 'list'
}
