import type { Connector, Hex, SessionChange, WalletSession } from '../connectors/connector.js'
import type { Report } from '../connectors/report.js'
import type { Reported } from '../connectors/reported.js'
import type { AccountName } from '../names/account-name.js'
import { callSafely } from '../platform/call-safely.js'
import type { ChainId, Namespace } from '../protocol/caip2.js'
import { toConnectorEntity, toWalletEntity } from './entities.js'
import { createRequestQueue, type RequestQueue } from './request-queue.js'
import type { Sent } from './sent.js'
import type { Connection } from './state.js'

/** The account and the chain that the page knows: those of the state and of the last event. */
export interface ShownPlace {
  readonly account: Hex
  readonly accounts: readonly Hex[]
  readonly chainId: ChainId
  /** The network's name by the wallet, where it has none here: `chainId` is that name, or where the wallet was if it cannot be read. */
  readonly unknown?: ChainId | undefined
}

/**
 * A current connection, with what only the client knows about it. There is at most one connection in each
 * namespace.
 */
export interface LiveConnection extends Sent {
  connector: Connector
  session: WalletSession
  /** What the wallet has said. */
  readonly report: Report
  /** It changes with the event `changed`, which has the previous account and chain; the other accounts change without an event. */
  shown: ShownPlace
  /** The visitor has switched the network since connecting. */
  switchedNetwork: boolean
  queue: RequestQueue
  /** The name of an account, and the account that it belongs to. */
  named?: { of: string; shown: AccountName } | undefined
  /** Listens to the wallet. @returns the way to stop */
  listen(onChange: (change: SessionChange) => void): () => void
  /** Stops listening to the wallet. */
  unwatch(): void
}

/** Creates the connection of a verified session. @param onPending called when the wallet gets a request, or has answered one */
export function createLive(
  connector: Connector,
  { session, report, watch: listen }: Reported,
  switchedNetwork: boolean,
  sent: Sent,
  onPending: () => void,
): LiveConnection {
  return {
    connector,
    session,
    report,
    // A network that has no name here is reported by an event.
    shown: { ...(report.place as ShownPlace) },
    switchedNetwork,
    ...sent,
    queue: createRequestQueue({
      onPending,
      onWait: () => callSafely(() => session.focus?.()),
      onGivenUp: () => callSafely(() => session.giveUp?.()),
      takesMore: session.takesMore,
    }),
    listen,
    unwatch: () => listen(() => {})(),
  }
}

/**
 * Shows where the wallet is now, unless it shows no account any more, which ends the session.
 *
 * @returns whether the account in use or the network has changed
 */
export function showPlace(live: LiveConnection): boolean {
  const { report, shown } = live
  const { place } = report
  const { unknown } = report.said
  if (!place) return false
  const chainId = unknown?.endsWith(':') ? shown.chainId : (unknown ?? place.chainId)
  live.shown = { ...(place as ShownPlace), chainId, unknown }
  if (!unknown) live.switchedNetwork ||= chainId !== shown.chainId
  return place.account !== shown.account || chainId !== shown.chainId || unknown !== shown.unknown
}

/** The connection as the state shows it. */
export const toConnection = (live: LiveConnection): Connection =>
  ({
    walletId: live.connector.id,
    namespace: live.connector.namespace,
    account: live.shown.account,
    accounts: live.shown.accounts,
    chainId: live.shown.chainId,
    switchedNetwork: live.switchedNetwork,
    liveUpdates: live.session.liveUpdates,
    wallet: toWalletEntity(live.connector, live.session, live),
    connector: toConnectorEntity(live.connector, live),
    pending: live.queue.pending,
    ...(live.named?.of === live.shown.account && live.named.shown),
  }) as Connection

/** Listens to the wallet of a connection, until it ends. A session may report its end at once. */
export function watch(
  live: LiveConnection,
  onChange: (change: SessionChange) => void,
  isCurrent: () => boolean,
): void {
  live.unwatch = () => {}
  const unwatch = callSafely(() => live.listen(onChange)) as (() => void) | undefined
  live.unwatch = unwatch ?? (() => {})
  if (!isCurrent()) callSafely(live.unwatch)
}

/** Ends a session in the wallet. Resolves even when the wallet fails. */
export async function endSession(session: WalletSession): Promise<void> {
  try {
    await session.disconnect()
  } catch {
    // The connection is over for the page, whatever the wallet answers.
  }
}

/**
 * Releases a session that nobody waits for any more. An injected wallet has one permission for the page, not
 * one for each session: ending such a session would take the permission from the current connection, or from
 * the next attempt.
 */
export function release(
  { connections }: { connections: { get(namespace: Namespace): LiveConnection | undefined } },
  session: WalletSession,
  connector: Connector,
): void {
  const isShared = connections.get(connector.namespace)?.session.provider === session.provider
  if (isShared || connector.group) callSafely(() => session.watch(() => {})?.())
  else void endSession(session)
}
