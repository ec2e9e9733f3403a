import { WalletError } from '../../errors/wallet-error.js'
import { within } from '../../platform/time.js'
import { type ChainId, readEvmChainId } from '../../protocol/caip2.js'
import { SWITCH_CONFIRM_TIMEOUT } from '../limits.js'
import { ask } from './provider.js'
import type { EvmSessionContext } from './session-context.js'

/** Asks a wallet which chain it is on. @returns null when it does not say so in time; never rejects */
export async function askChain({ provider }: Pick<EvmSessionContext, 'provider'>): Promise<ChainId | null> {
  const answer = ask(provider, 'eth_chainId').catch(() => null)
  return readEvmChainId(await within<unknown>(answer, SWITCH_CONFIRM_TIMEOUT, () => null))
}

/**
 * Reads a wallet's chain just before something is sent there, because a wallet may have moved without an event. The session then follows it
 * as by an event.
 *
 * @throws WalletError `wallet_timeout` when the wallet does not say so in time
 */
export async function lookAtChain(context: EvmSessionContext): Promise<ChainId> {
  const { report } = context
  await report.read(async () => {
    const chainId = await askChain(context)
    if (!chainId) throw new WalletError('wallet_timeout')
    return { chainId }
  })
  return report.chainId
}
