import { isSameStarknetChain } from '../../chains/starknet-networks.js'
import { RECONNECT_INTERVAL } from '../../constants.js'
import { UserRejectedRequestError, WalletError } from '../../errors/wallet-error.js'
import { setTimer, ticks } from '../../platform/natives.js'
import { wait } from '../../platform/time.js'
import type { ChainId } from '../../protocol/caip2.js'
import type { ConnectorConfig } from '../config.js'
import { allChains } from '../config.js'
import { SWITCH_CONFIRM_TIMEOUT } from '../limits.js'
import { createMissingNetwork } from '../missing-network.js'
import type { RequestProgress } from '../requests.js'
import { readStarknetAccounts } from './accounts.js'
import type { DeferredEnd } from './feed.js'
import { askInWindow } from './prompts.js'
import type { SessionContext } from './session-context.js'
import { lookAtAccounts } from './unlock.js'
import { toStarknetError } from './wallet-errors.js'

/** Goerli was shut down in 2024. We still read its names and never switch to it. */
const RETIRED = 'starknet:SN_GOERLI'

/**
 * Checks that the page supports a chain, before the wallet is asked.
 *
 * @returns the chain in the page's spelling
 * @throws WalletError `network_switching_only_available_in_wallet`
 */
export function checkSwitchTarget(target: ChainId, config: ConnectorConfig): ChainId {
  const supported = allChains(config).find((one) => isSameStarknetChain(one, target))
  if (!supported || supported === RETIRED) throw new WalletError('network_switching_only_available_in_wallet')
  return supported
}

/** The visitor gives no permission on the network that the wallet is on now, so the session has ended. */
class PermissionRefused extends UserRejectedRequestError {}

/** Asks for permission on the network that the wallet has switched to. @throws PermissionRefused */
async function askLeave(context: SessionContext, progress: RequestProgress): Promise<string[]> {
  // Only the wallet's own answer is a refusal: a switch that is given up before its window asks nobody.
  const ask = async () => {
    try {
      return await progress.send(context.dialect.requestAccounts)
    } catch (cause) {
      const error = toStarknetError(cause, 'wallet_failed')
      throw error.code === 'user_rejected' ? new PermissionRefused(cause) : error
    }
  }
  const answer = await askInWindow(context, progress, ask)
  const accounts = readStarknetAccounts(answer)
  if (!accounts) throw new WalletError('wallet_malformed')
  if (accounts.length === 0) throw new PermissionRefused(answer)
  return accounts
}

/** Asks the wallet to switch. */
async function askToSwitch(
  context: SessionContext,
  target: ChainId,
  progress: RequestProgress,
): Promise<void> {
  const ask = () => progress.send(() => context.dialect.switchChain(target))
  let switched: unknown
  try {
    switched = await askInWindow(context, progress, ask)
  } catch (cause) {
    const error = toStarknetError(cause, 'network_switching_not_supported')
    throw error.code === 'not_implemented'
      ? new WalletError('network_switching_only_available_in_wallet', { cause })
      : error
  }
  if (switched === false) throw createMissingNetwork(target)
}

/**
 * Switches the wallet's chain. Wallets answer without switching, so the switch is done only when a read confirms it and
 * the page has permission there (Argent X gives permission to an account of one network).
 *
 * @param end whether the wallet has meanwhile reported that it has disconnected
 * @returns the accounts on the new chain; null when they cannot be read
 * @throws WalletError `network_switching_only_available_in_wallet` when the wallet does not know the chain (Argent X
 * answers
 * false) or does not switch for pages at all (Braavos), `chain_mismatch` when it ends on another chain
 */
async function moveWallet(
  context: SessionContext,
  target: ChainId,
  end: DeferredEnd,
  progress: RequestProgress,
): Promise<string[] | null> {
  const { dialect, signal } = context
  await askToSwitch(context, target, progress)
  let granted: string[] | null = null
  let deadline = ticks() + SWITCH_CONFIRM_TIMEOUT
  for (;;) {
    const accounts = granted ?? (context.canBeRead ? await lookAtAccounts(dialect, signal) : undefined)
    if (!granted && (accounts === null || end.isReported)) {
      granted = await askLeave(context, progress)
      deadline = ticks() + SWITCH_CONFIRM_TIMEOUT
      continue
    }
    const chainId = await dialect.readChainId().catch(() => null)
    if (chainId && isSameStarknetChain(chainId, target) && (granted || !end.isReported)) {
      return (await dialect.readAccounts().catch(() => null)) ?? accounts ?? null
    }
    if (signal.aborted) throw new WalletError('session_ended')
    if (ticks() >= deadline) throw new WalletError('chain_mismatch')
    await wait(RECONNECT_INTERVAL, signal)
  }
}

/** Runs one prompt of a session. */
export type RunPrompt = <T>(action: (progress: RequestProgress) => Promise<T>) => Promise<T>

/**
 * Switches a session's chain, and reports it. A disconnect that the wallet reports meanwhile is deferred, because
 * Argent X means the network that it has left. The session ends only when the visitor gives no permission on the new
 * network.
 *
 * @throws WalletError as the steps do; `user_rejected` for a refusal in either window
 */
export async function switchStarknetChain(
  context: SessionContext,
  target: ChainId,
  progress: RequestProgress | undefined,
  prompt: RunPrompt,
): Promise<void> {
  const { feed, dialect, signal } = context
  const end = feed.deferEnd()
  // Nobody will ask for permission on the new network: what the wallet reports then counts at once.
  progress?.signal.addEventListener('abort', end.release)
  // End the session after the request was rejected, so that the page sees the request's own error.
  const endSession = () => void setTimer(() => feed.end(), 0)
  try {
    const accounts = await prompt((asking) => moveWallet(context, target, end, asking))
    end.release()
    feed.hear({ chainId: target, accounts })
  } catch (error) {
    const isOver =
      error instanceof PermissionRefused ||
      (end.isReported && (await lookAtAccounts(dialect, signal)) === null)
    end.release()
    if (isOver) endSession()
    throw error
  }
}
