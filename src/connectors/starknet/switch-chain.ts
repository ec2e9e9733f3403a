import type { ChainId } from '../../chains/caip2.js'
import type { WalletConfig } from '../../client/config.js'
import { RECONNECT_INTERVAL, SWITCH_CONFIRM_TIMEOUT } from '../../constants.js'
import { WalletError } from '../../errors/wallet-error.js'
import { now } from '../../platform/natives.js'
import { wait } from '../../platform/time.js'
import type { Dialect } from './dialect.js'
import { toStarknetError } from './wallet-call.js'

/** The network was shut down in 2024: its names are understood, and it is never switched to. */
const RETIRED = 'starknet:SN_GOERLI'

/**
 * Checks that the page supports a chain, before any wallet is asked.
 *
 * @throws WalletError `network_switching_only_available_in_wallet`
 */
export function checkSwitchTarget(target: ChainId, config: WalletConfig): void {
  const supported = [...config.chains, ...config.optionalChains].includes(target)
  if (!supported || target === RETIRED || !target.startsWith('starknet:')) {
    throw new WalletError('network_switching_only_available_in_wallet')
  }
}

/**
 * Switches the wallet's chain. Done when a read says so: wallets answer without switching.
 *
 * @throws WalletError `network_switching_only_available_in_wallet` where the wallet does not know the chain (Argent X answers
 *   false) or does not switch for pages at all (Braavos), `chain_mismatch` when it ends elsewhere
 */
export async function switchStarknetChain(
  dialect: Dialect,
  target: ChainId,
  signal: AbortSignal,
): Promise<void> {
  let switched: unknown
  try {
    switched = await dialect.switchChain(target)
  } catch (cause) {
    const error = toStarknetError(cause, 'network_switching_not_supported')
    throw error.code === 'not_implemented'
      ? new WalletError('network_switching_only_available_in_wallet', { cause })
      : error
  }
  if (switched === false) throw new WalletError('network_switching_only_available_in_wallet')
  const deadline = now() + SWITCH_CONFIRM_TIMEOUT
  while ((await dialect.readChainId().catch(() => null)) !== target) {
    if (signal.aborted) throw new WalletError('session_ended')
    if (now() >= deadline) throw new WalletError('chain_mismatch')
    await wait(RECONNECT_INTERVAL, signal)
  }
}
