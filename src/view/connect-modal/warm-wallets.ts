import type { Choice } from '../../client/state.js'
import { loadChunk } from '../../platform/chunks.js'

/** Loads the code that connects an installed wallet, by the wallet's namespace. */
const CONNECTING = {
  eip155: () =>
    loadChunk('connectors/evm/injected/connect', () => import('../../connectors/evm/injected/connect.js')),
  starknet: () =>
    loadChunk(
      'connectors/starknet/injected/connect',
      () => import('../../connectors/starknet/injected/connect.js'),
    ),
}

/** Loads the code that connects the installed wallets of a list, so that a click on a row asks the wallet at once. */
export function warmWallets(choices: readonly Choice[]): void {
  // After a failure the click loads the code again, and the visitor sees the reason.
  for (const namespace of new Set(
    choices.filter(({ kind }) => kind === 'installed').map((choice) => choice.namespace),
  ))
    CONNECTING[namespace]().catch(() => {})
}
