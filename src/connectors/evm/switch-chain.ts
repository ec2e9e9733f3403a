import { RECONNECT_INTERVAL } from '../../constants.js'
import { readErrorCode, readErrorMessage, readField, toWalletError } from '../../errors/normalise.js'
import { UNKNOWN_CHAIN } from '../../errors/rpc-codes.js'
import { WalletError } from '../../errors/wallet-error.js'
import { withFirstAbort } from '../../platform/first-abort.js'
import { NativePromise } from '../../platform/natives.js'
import { until } from '../../platform/time.js'
import type { ChainId } from '../../protocol/caip2.js'
import { toEvmHex } from '../../protocol/evm-hex.js'
import type { ConnectorConfig } from '../config.js'
import { allChains } from '../config.js'
import { SWITCH_CONFIRM_TIMEOUT } from '../limits.js'
import { createMissingNetwork } from '../missing-network.js'
import type { RequestProgress } from '../requests.js'
import { toOffer } from './add-chain.js'
import { hand } from './provider.js'
import type { EvmSessionContext } from './session-context.js'
import { askChain } from './wallet-chain.js'

/** Whether an error says "Unrecognized chain". MetaMask Mobile nests the code; other wallets only say it in words. */
const isUnknownChain = (error: unknown): boolean =>
  readErrorCode(error) === UNKNOWN_CHAIN ||
  readField(readField(readField(error, 'data'), 'originalError'), 'code') === UNKNOWN_CHAIN ||
  /unrecognized chain/i.test(readErrorMessage(error))

/**
 * Whether a failed switch may mean that the wallet lacks the chain. Trust says it in the visitor's language and without a number, Rainbow by
 * −32600, others by −32602 or −32603. So everything counts that has no other meaning: an offer only asks the visitor.
 */
const mayBeUnknown = (error: unknown): boolean =>
  isUnknownChain(error) ||
  (!(error instanceof WalletError) &&
    /^(?:network_switching_not_supported|request_invalid|wallet_failed)$/.test(
      toWalletError(error, 'network_switching_not_supported').code,
    ))

/**
 * Switches the wallet's chain (EIP-3326). When the wallet does not know the chain, it is offered (EIP-3085). The switch
 * is done only when a read confirms it, because wallets answer without switching, and switch without an event.
 *
 * @throws WalletError `network_switching_only_available_in_wallet` before any call when the page does not support it
 */
export async function switchChain(
  context: EvmSessionContext,
  target: ChainId,
  config: ConnectorConfig,
  progress: RequestProgress,
): Promise<void> {
  // A wallet without events may have changed its chain meanwhile.
  if (target === context.report.chainId && (await askChain(context)) === target) return
  if (!target.startsWith('eip155:') || !allChains(config).includes(target)) {
    throw new WalletError('network_switching_only_available_in_wallet')
  }
  const params = [{ chainId: toEvmHex(target) }]
  const request = () =>
    untilThere(context, target, progress, hand(context, progress, 'wallet_switchEthereumChain', params))
  try {
    await request()
  } catch (error) {
    const offer = mayBeUnknown(error) ? toOffer(target, config.networks) : null
    if (offer) await add(context, target, config, offer, request, progress)
    else if (isUnknownChain(error) || (mayBeUnknown(error) && readErrorCode(error) !== undefined))
      throw createMissingNetwork(target, config.networks, error)
    else throw toSwitchError(error)
  }
  const isThere = async () => (await askChain(context)) === target
  if (!(await until(isThere, SWITCH_CONFIRM_TIMEOUT, RECONNECT_INTERVAL)))
    throw new WalletError('chain_mismatch')
  context.report.hear({ chainId: target })
}

function toSwitchError(error: unknown): WalletError {
  const failure = toWalletError(error, 'network_switching_not_supported')
  return failure.code === 'not_implemented'
    ? new WalletError('network_switching_not_supported', { cause: error })
    : failure
}

/** Offers a chain to a wallet that lacks it, and brings the wallet there. */
async function add(
  context: EvmSessionContext,
  target: ChainId,
  config: ConnectorConfig,
  offer: Record<string, unknown>,
  request: () => Promise<void>,
  progress: RequestProgress,
): Promise<void> {
  try {
    await hand(context, progress, 'wallet_addEthereumChain', [offer])
    // A wallet that adds a chain does not always switch to it.
    if ((await askChain(context)) !== target) await request()
  } catch (error) {
    const isMissing = mayBeUnknown(error) || toSwitchError(error).code === 'network_switching_not_supported'
    throw isMissing ? createMissingNetwork(target, config.networks, error) : toSwitchError(error)
  }
}

/** Waits for a wallet's answer to a switch, or for its event: a wallet that has switched may forget to answer. */
async function untilThere(
  { report, signal }: EvmSessionContext,
  target: ChainId,
  { signal: givenUp }: RequestProgress,
  answer: Promise<unknown>,
): Promise<void> {
  // What is known may be older than the wallet's switch to another chain: then only its answer counts.
  if (!signal || report.chainId === target) return void (await answer)
  const isThere = () => report.chainId === target
  await withFirstAbort([signal, givenUp], (over) =>
    NativePromise.race([answer, until(isThere, Number.POSITIVE_INFINITY, RECONNECT_INTERVAL, over)]),
  )
  if (signal.aborted || givenUp.aborted) throw new WalletError('session_ended')
}
