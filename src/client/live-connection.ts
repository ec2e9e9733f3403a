import type { Connector, Hex, SessionChange, WalletSession } from '../connectors/connector.js'
import type { AccountName } from '../names/account-name.js'
import type { ChainId, Namespace } from '../protocol/caip2.js'
import { toConnectorEntity, toWalletEntity } from './entities.js'
import { createRequestQueue, type RequestQueue } from './request-queue.js'
import type { Sent } from './sent.js'
import type { Connection } from './state.js'
import { callSafely } from './store.js'

/**
 * A current connection, with what only the client knows about it. There is at most one connection in each
 * namespace.
 */
export interface LiveConnection extends Sent {
  connector: Connector
  session: WalletSession
  /** The account that the page was told last. */
  account: Hex
  /** The chain that the page was told last. */
  chainId: ChainId
  /** The wallet was last on a network whose name we cannot read, so `chainId` is where it was before. */
  isAway?: boolean
  /** The visitor has switched the network since connecting. */
  switchedNetwork: boolean
  queue: RequestQueue
  /**
   * The last read of account and chain, while it has no answer: the wallet may be elsewhere by now. Null once the wallet has
   * said where it is.
   */
  unread: Promise<unknown> | null
  /** Reads account and chain once more. @throws WalletError `wallet_timeout` when the wallet still says nothing */
  readAgain(): Promise<void>
  /** The name of an account, and the account that it belongs to. */
  named?: { of: string; shown: AccountName } | undefined
  /** Stops listening to the wallet's events. */
  unwatch(): void
}

/** Creates the connection of a verified session. @param onPending called when the wallet gets a request, or has answered one */
export function createLive(
  connector: Connector,
  session: WalletSession,
  switchedNetwork: boolean,
  sent: Sent,
  onPending: () => void,
  readAgain: () => Promise<void>,
): LiveConnection {
  const { account, chainId } = session as WalletSession & { account: Hex }
  const live: LiveConnection = {
    connector,
    session,
    account,
    chainId,
    switchedNetwork,
    unread: null,
    readAgain,
    ...sent,
    queue: createRequestQueue({
      onPending,
      onWait: () => callSafely(() => session.focus?.()),
      onGivenUp: () => callSafely(() => session.giveUp?.()),
      takesMore: session.takesMore,
    }),
    unwatch: () => session.watch(() => {})(),
  }
  return live
}

/** The connection as the state shows it. */
export const toConnection = (live: LiveConnection): Connection =>
  ({
    walletId: live.connector.id,
    namespace: live.connector.namespace,
    account: live.account,
    accounts: live.session.accounts,
    chainId: live.chainId,
    switchedNetwork: live.switchedNetwork,
    liveUpdates: live.session.liveUpdates,
    wallet: toWalletEntity(live.connector, live.session, live),
    connector: toConnectorEntity(live.connector, live),
    pending: live.queue.pending,
    ...(live.named?.of === live.account && live.named.shown),
  }) as Connection

/** Listens to the wallet of a connection, until it ends. A session may report its end at once. */
export function watch(
  live: LiveConnection,
  onChange: (change: SessionChange) => void,
  isCurrent: () => boolean,
): void {
  live.unwatch = () => {}
  const unwatch = callSafely(() => live.session.watch(onChange)) as (() => void) | undefined
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
