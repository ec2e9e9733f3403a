import type { Choice } from '../../client/state.js'
import { fetchAhead } from '../../platform/chunks.js'

/** Fetches the code that connects an installed wallet, by the wallet's namespace. */
const CONNECTING = {
  eip155: () =>
    fetchAhead('connectors/evm/injected/connect', () => import('../../connectors/evm/injected/connect.js')),
  starknet: () =>
    fetchAhead(
      'connectors/starknet/injected/connect',
      () => import('../../connectors/starknet/injected/connect.js'),
    ),
}

/**
 * Fetches the code that connects the installed wallets of a list, so that a click on a row asks the wallet at once. After a
 * failure the click loads the code again, and the visitor sees the reason.
 */
export function warmWallets(choices: readonly Choice[]): void {
  for (const namespace of new Set(
    choices.filter(({ kind }) => kind === 'installed').map((choice) => choice.namespace),
  ))
    CONNECTING[namespace]()
}
