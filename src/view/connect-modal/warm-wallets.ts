import type { Choice } from '../../client/state.js'
import { loadChunk } from '../../platform/chunks.js'

/** What connects a wallet of this browser, by the family of its chains. */
const CONNECTING = {
  eip155: () =>
    loadChunk('connectors/evm/injected/session', () => import('../../connectors/evm/injected/session.js')),
  starknet: () =>
    loadChunk(
      'connectors/starknet/injected/connector',
      () => import('../../connectors/starknet/injected/connector.js'),
    ),
}

/** Fetches what connects the installed wallets of a list, so that a click on a row asks the wallet at once. */
export function warmWallets(choices: readonly Choice[]): void {
  // The click tries again, and says what is wrong.
  for (const namespace of new Set(
    choices.filter(({ kind }) => kind === 'installed').map((one) => one.namespace),
  ))
    CONNECTING[namespace]().catch(() => {})
}
