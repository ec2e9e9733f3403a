import { findNetwork } from '../../chains/networks.js'
import { RECONNECT_INTERVAL, SWITCH_CONFIRM_TIMEOUT } from '../../constants.js'
import { readErrorCode, readErrorMessage, readField, toWalletError } from '../../errors/normalise.js'
import { UNKNOWN_CHAIN } from '../../errors/rpc-codes.js'
import { WalletError } from '../../errors/wallet-error.js'
import { readBase } from '../../platform/base-address.js'
import { NativePromise } from '../../platform/natives.js'
import { until, within } from '../../platform/time.js'
import { type ChainId, readEvmChainId, toEvmHex } from '../../protocol/caip2.js'
import { isWebAddress } from '../../protocol/web-address.js'
import type { ConnectorConfig } from '../config.js'
import { allChains } from '../config.js'
import { toAddChainParams } from './add-chain.js'
import { ask } from './provider.js'
import type { EvmSessionContext } from './session-context.js'

/** Whether an error means "Unrecognized chain". MetaMask Mobile nests the code; other wallets only say it in words. */
function isUnknownChain(error: unknown): boolean {
  const nested = readField(readField(readField(error, 'data'), 'originalError'), 'code')
  return (
    readErrorCode(error) === UNKNOWN_CHAIN ||
    nested === UNKNOWN_CHAIN ||
    /unrecognized chain/i.test(readErrorMessage(error))
  )
}

/** The addresses that a wallet may get: those that the page alone can use, such as plain http, are left out. */
function toWalletAddresses(urls: readonly string[] = []): string[] {
  const base = readBase()
  return urls
    .filter((url) => URL.canParse(url, base))
    .map((url) => (URL.canParse(url) ? url : new URL(url, base).href))
    .filter(isWebAddress)
}

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
): Promise<void> {
  // A wallet without events may have changed its chain meanwhile.
  if (target === context.chainId() && (await readChain(context)) === target) return
  if (!target.startsWith('eip155:') || !allChains(config).includes(target)) {
    throw new WalletError('network_switching_only_available_in_wallet')
  }
  const { provider } = context
  const params = [{ chainId: toEvmHex(target) }]
  const request = () => untilThere(context, target, ask(provider, 'wallet_switchEthereumChain', params))
  try {
    try {
      await request()
    } catch (error) {
      const network = isUnknownChain(error) ? findNetwork(target, config.networks) : null
      if (!network?.rpcUrls?.length) throw error
      const rpcUrls = toWalletAddresses(network.rpcUrls)
      const blockExplorerUrls = toWalletAddresses(network.blockExplorerUrls)
      await ask(provider, 'wallet_addEthereumChain', [
        toAddChainParams({ ...network, chainName: network.name, rpcUrls, blockExplorerUrls }),
      ])
      // A wallet that adds a chain does not always switch to it.
      if ((await readChain(context)) !== target) await request()
    }
  } catch (error) {
    if (isUnknownChain(error))
      throw new WalletError('network_switching_only_available_in_wallet', { cause: error })
    const failure = toWalletError(error, 'network_switching_not_supported')
    throw failure.code === 'not_implemented'
      ? new WalletError('network_switching_not_supported', { cause: error })
      : failure
  }
  const isThere = async () => (await readChain(context)) === target
  if (!(await until(isThere, SWITCH_CONFIRM_TIMEOUT, RECONNECT_INTERVAL)))
    throw new WalletError('chain_mismatch')
  context.onSwitched(target)
}

/** Waits for a wallet's answer to a switch, or for its event: a wallet that has switched may forget to answer. */
async function untilThere(
  { chainId, signal }: EvmSessionContext,
  target: ChainId,
  answer: Promise<unknown>,
): Promise<void> {
  // What is known may be older than the wallet's switch to another chain: then only its answer counts.
  if (!signal || chainId() === target) return void (await answer)
  const over = new AbortController()
  const isDone = () => chainId() === target || signal.aborted
  const arrival = until(isDone, Number.POSITIVE_INFINITY, RECONNECT_INTERVAL, over.signal)
  try {
    await NativePromise.race([answer, arrival])
  } finally {
    over.abort()
  }
  if (signal.aborted) throw new WalletError('session_ended')
}

async function readChain({ provider }: EvmSessionContext): Promise<ChainId | null> {
  const answer = ask(provider, 'eth_chainId').catch(() => null)
  return readEvmChainId(await within<unknown>(answer, SWITCH_CONFIRM_TIMEOUT, () => null))
}
