import type { Connector } from '../connectors/connector.js'

/** What {@link decide} needs to know about a call of `connect` that names no wallet. */
export interface Situation {
  /** The list is shown in any case, `alwaysAsk`. */
  isList: boolean
  /** A current connection answers the call. */
  isConnected: boolean
  /** The last wallet has been asked without a prompt. */
  wasAsked: boolean
  /** The choices that the list would draw, those to install included; null for links to apps. */
  rows: readonly (Connector | null)[]
  /** The page names its wallets in `wallets`. */
  isNamed: boolean
  /** The time for more wallets to announce themselves is over. */
  isSettled: boolean
  /** A wallet that may own the browser was seen, and has not announced itself. */
  isExpecting: boolean
  /** A part that may bring further wallets has not loaded yet. */
  isLoading: boolean
}

/**
 * What the client does next: answer by the current connection (`take`), ask the last wallet without a prompt (`restore`),
 * wait for more wallets, show the list, or connect this wallet without the list.
 */
export type Decision = 'take' | 'restore' | 'wait' | 'list' | Connector

/**
 * Decides by the flow modes of the specification that may ask the visitor.
 *
 * The client skips the list in a wallet's own browser, and in `canAsk` where the list would have one row. A row to install
 * counts as a row. A hosted wallet's window or a QR code opens by itself only for a wallet that the page has named.
 */
export function decide(situation: Situation): Decision {
  const { isList, isConnected, wasAsked, rows, isNamed, isSettled, isExpecting, isLoading } = situation
  if (!isList) {
    if (isConnected) return 'take'
    if (!wasAsked) return 'restore'
  }
  const [owner, ...otherOwners] = rows.filter(
    (row) => row?.availability === 'ready' && row.ownsBrowser && !row.note,
  )
  // Late wallets join the list, so it need not wait for them. We wait when a single row would be connected without the list.
  const enough = owner || !isList ? 2 : 1
  if (!isSettled && (rows.length < enough || (isExpecting && !owner))) return 'wait'
  if (owner && otherOwners.length === 0) return owner
  const [only] = rows
  // A marked row is connected only by a click.
  if (isList || rows.length !== 1 || isLoading || only?.availability !== 'ready' || only.note) return 'list'
  return isNamed || !(only.opensWindow || only.canConnectViaQrCode) ? only : 'list'
}
