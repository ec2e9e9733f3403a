import { isOnWrongNetwork, type WalletState } from '../client/state.js'
import type { WalletConnectButton } from './button-api.js'
import { PARTS } from './parts.js'

const STATES = ['connecting', 'connected', 'open', 'wrong-network'] as const

/**
 * Sets the states of the element: `:state(connecting)`, `:state(connected)`, `:state(open)`, `:state(wrong-network)`.
 * It also sets the first of them that applies as `data-status`, for browsers and tests without custom states.
 */
export function showStatus(element: WalletConnectButton, state: WalletState): void {
  const { status, open, connections, active, chains } = state
  const connection = connections.find(({ namespace }) => namespace === active)
  const isOpen = open || element[PARTS].menuOpen
  const isWrong = !!connection && isOnWrongNetwork(connection, chains)
  const holds = STATES.filter((name) =>
    name === 'open' ? isOpen : name === 'wrong-network' ? isWrong : name === status,
  )
  const { states } = element[PARTS]
  for (const name of STATES) {
    if (holds.includes(name)) states?.add(name)
    else states?.delete(name)
  }
  const { root, taken } = element[PARTS]
  // React sets this on a button that it draws.
  if (!taken) root.querySelector('button')?.setAttribute('aria-expanded', `${open}`)
  if (holds[0]) element.dataset.status = holds[0]
  else delete element.dataset.status
}
