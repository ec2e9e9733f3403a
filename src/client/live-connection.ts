import type { Connector, Hex, WalletSession } from '../connectors/connector.js'
import { readField } from '../errors/normalise.js'
import type { AccountName } from '../names/account-name.js'
import { type ChainId, type Namespace, namespaceOf, readEvmChainId } from '../protocol/caip2.js'
import { toConnectorEntity, toWalletEntity } from './entities.js'
import { createRequestQueue, type RequestQueue } from './request-queue.js'
import type { Connection } from './state.js'
import { callSafely } from './store.js'

/**
 * A current connection, with what only the client knows about it. There is at most one connection in each
 * namespace.
 */
export interface LiveConnection {
  connector: Connector
  session: WalletSession
  account: Hex
  chainId: ChainId
  /** The wallet was last on a network whose name we cannot read, so `chainId` is where it was before. */
  isAway?: boolean
  /** The visitor has switched the network since connecting. */
  switchedNetwork: boolean
  /** The kind of the request that the wallet has not answered yet. */
  pending: Connection['pending']
  queue: RequestQueue
  /** What this connection has sent, by hash or `callsId`, and on which chain. */
  sent: Map<string, ChainId>
  /** What the page has heard the end of, by hash or `callsId`. */
  told: Set<string>
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
  onPending: () => void,
): LiveConnection {
  const { account, chainId } = session as WalletSession & { account: Hex }
  const live: LiveConnection = {
    connector,
    session,
    account,
    chainId,
    switchedNetwork,
    pending: null,
    sent: new Map(),
    told: new Set(),
    queue: createRequestQueue(
      (kind) => {
        live.pending = kind
        onPending()
      },
      () => callSafely(() => session.focus?.()),
      session.takesMore,
    ),
    unwatch: () => session.watch(() => {})(),
  }
  return live
}

/** The chain of a request: an EVM page may name one, and the wallet may come to it before the request's turn. */
export function chooseChain({ chainId }: LiveConnection, [, options]: readonly unknown[]): ChainId {
  const wanted = readEvmChainId(readField(options, 'chainId'))
  return wanted && namespaceOf(chainId) === 'eip155' ? wanted : chainId
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
    pending: live.pending,
    ...(live.named?.of === live.account && live.named.shown),
  }) as Connection

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
