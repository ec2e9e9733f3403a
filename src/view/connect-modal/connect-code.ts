import type { Namespace } from '../../chains/caip2.js'
import type { Choice } from '../../client/state.js'
import { fetchAhead, loadChunk } from '../../platform/chunks.js'

/** The code that connects an installed wallet, by the wallet's namespace. */
const CONNECTING = {
  eip155: {
    part: 'connectors/evm/injected/connect',
    load: () => import('../../connectors/evm/injected/connect.js'),
  },
  starknet: {
    part: 'connectors/starknet/injected/connect',
    load: () => import('../../connectors/starknet/injected/connect.js'),
  },
}

/**
 * Fetches the code that connects the installed wallets of a list. After a failure the click loads the code again, and the
 * visitor sees the reason.
 */
export function fetchConnectCode(choices: readonly Choice[]): void {
  const namespaces = choices.filter(({ kind }) => kind === 'installed').map(({ namespace }) => namespace)
  for (const namespace of new Set(namespaces)) {
    const { part, load } = CONNECTING[namespace]
    fetchAhead(part, load)
  }
}

/** Runs that code, because the visitor is about to choose a wallet: then the click asks the wallet in its own task. */
export function loadConnectCode(namespace: Namespace): void {
  const { part, load } = CONNECTING[namespace]
  // The click tries again, and reports the failure.
  loadChunk<unknown>(part, load).catch(() => {})
}
