import type { Namespace } from '../../chains/caip2.js'
import type { Choice } from '../../client/state.js'
import { fetchAhead, loadChunk } from '../../platform/chunks.js'

/** The code that connects an installed Starknet wallet. That of EVM wallets is in the app's file. */
const PART = 'connectors/starknet/injected/connect'
const load = () => import('../../connectors/starknet/injected/connect.js')

/**
 * Fetches the code that connects the installed wallets of a list. After a failure the click loads the code again, and the
 * visitor sees the reason.
 */
export function fetchConnectCode(choices: readonly Choice[]): void {
  if (choices.some(({ kind, namespace }) => kind === 'installed' && namespace === 'starknet'))
    fetchAhead(PART, load)
}

/** Runs that code, because the visitor is about to choose a wallet: then the click asks the wallet in its own task. */
export function loadConnectCode(namespace: Namespace): void {
  // The click tries again, and reports the failure.
  if (namespace === 'starknet') loadChunk<unknown>(PART, load).catch(() => {})
}
