import type { Choice } from '../../client/state.js'
import { EVM_CONNECT } from '../../connectors/evm/injected/connector.js'
import { STARKNET_CONNECT } from '../../connectors/starknet/injected/discovery.js'
import type { Part } from '../../platform/chunks.js'
import type { Namespace } from '../../protocol/caip2.js'

/** The code that connects the installed wallets of each namespace. */
const PARTS: Record<Namespace, Part<unknown>> = { eip155: EVM_CONNECT, starknet: STARKNET_CONNECT }

/**
 * Fetches the code that connects the installed wallets of a list. After a failure the click loads the code again, and the
 * visitor sees the reason.
 */
export function fetchConnectCode(choices: readonly Choice[]): void {
  for (const namespace of ['eip155', 'starknet'] as const)
    if (choices.some((choice) => choice.kind === 'installed' && choice.namespace === namespace))
      PARTS[namespace].fetchAhead()
}

/** Runs that code, because the visitor is about to choose a wallet: then the click asks the wallet in its own task. */
export function loadConnectCode(namespace: Namespace): void {
  // The click tries again, and reports the failure.
  PARTS[namespace].load().catch(() => {})
}
