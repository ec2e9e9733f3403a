import { isOnWrongNetwork, type WalletState } from '../client/state.js'
import { setTimer } from '../platform/natives.js'
import type { WalletConnectButton } from './button-api.js'
import { HUB } from './hub.js'
import { PARTS } from './parts.js'

/**
 * Scripts that morph a page take away attributes that the server's HTML lacks: `data-status` comes back, in a task of its own, so that
 * a page that fights back goes on.
 */
const lost =
  globalThis.MutationObserver &&
  new MutationObserver((records) =>
    setTimer(() => {
      for (const { target } of records) {
        const element = target as WalletConnectButton
        const state = HUB.app?.read(element, 'state')
        if (state) showStatus(element, state as WalletState)
      }
    }, 0),
  )

const STATES = ['connecting', 'connected', 'open', 'wrong-network'] as const

/**
 * Sets the states of the element: `:state(connecting)`, `:state(connected)`, `:state(open)`, `:state(wrong-network)`.
 * It also sets the first of them that applies as `data-status`, for browsers and tests without custom states.
 */
export function showStatus(element: WalletConnectButton, state: WalletState): void {
  const { status, open, connections, active, chains } = state
  const connection = connections.find(({ namespace }) => namespace === active)
  const { states, root, taken, menuOpen } = element[PARTS]
  const holds: unknown[] = [
    status,
    (open || menuOpen) && 'open',
    connection && isOnWrongNetwork(connection, chains) && 'wrong-network',
  ]
  for (const name of STATES) states?.[holds.includes(name) ? 'add' : 'delete'](name)
  // React sets this on a button that it draws.
  if (!taken) root.querySelector('button')?.setAttribute('aria-expanded', `${open}`)
  const first = STATES.find((name) => holds.includes(name))
  if (element.dataset.status !== first) {
    if (first) element.dataset.status = first
    else delete element.dataset.status
  }
  lost?.observe(element, { attributeFilter: ['data-status'] })
}
