import type { WalletState } from '../client/state.js'
import type { WalletConnectButton } from './button-api.js'
import { PARTS } from './parts.js'

const STATES = ['connecting', 'connected', 'open'] as const

/**
 * Puts the state on the element: `:state(connecting)`, `:state(connected)`, `:state(open)`, and the first of them that
 * holds as `data-status`, for browsers and tests that know no custom states.
 */
export function showStatus(element: WalletConnectButton, { status, open }: WalletState): void {
  const holds = STATES.filter((name) => (name === 'open' ? open : name === status))
  const { internals } = element[PARTS]
  for (const name of STATES) {
    if (holds.includes(name)) internals?.states?.add(name)
    else internals?.states?.delete(name)
  }
  if (holds[0]) element.dataset.status = holds[0]
  else delete element.dataset.status
}
