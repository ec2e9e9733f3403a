import type { Namespace } from '../../chains/caip2.js'
import type { Choice } from '../../client/state.js'
import { EVM_CONNECT } from '../../connectors/evm/injected/connector.js'
import { fetchAhead, loadChunk } from '../../platform/chunks.js'

/** The code that connects the installed wallets of each namespace. */
const PARTS: Record<Namespace, readonly [name: string, load: () => Promise<unknown>]> = {
  eip155: [EVM_CONNECT, () => import('../../connectors/evm/injected/connect.js')],
  starknet: [
    'connectors/starknet/injected/connect',
    () => import('../../connectors/starknet/injected/connect.js'),
  ],
}

/**
 * Fetches the code that connects the installed wallets of a list. After a failure the click loads the code again, and the
 * visitor sees the reason.
 */
export function fetchConnectCode(choices: readonly Choice[]): void {
  for (const namespace of ['eip155', 'starknet'] as const)
    if (choices.some((choice) => choice.kind === 'installed' && choice.namespace === namespace))
      fetchAhead(...PARTS[namespace])
}

/** Runs that code, because the visitor is about to choose a wallet: then the click asks the wallet in its own task. */
export function loadConnectCode(namespace: Namespace): void {
  // The click tries again, and reports the failure.
  loadChunk(...PARTS[namespace]).catch(() => {})
}
