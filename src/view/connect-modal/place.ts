import { isConnecting } from '../../client/machine.js'
import { isUnbegun } from '../../client/sign-in-state.js'
import type { WalletState } from '../../client/state.js'
import type { Place, ViewName } from './view-props.js'
import { VIEWS } from './views-part.js'

/** Whether the attempt is one with a phone. */
export const isPhone = ({ choices, attempt }: Pick<WalletState, 'choices' | 'attempt'>): boolean =>
  choices.some(({ id, kind }) => id === attempt?.walletId && kind === 'phone')

/** Whether a code may be shown at a place. */
export const isPairingView = ({ view, page }: Place): boolean =>
  view === 'waiting' && page !== 'get' && page !== 'phone'

/**
 * The view that fits the state. When a wallet opens at once, the list must not flicker, so the row shows its progress
 * for a moment. An attempt without the list skips that, and so does a QR code, which takes longer.
 */
function readView(state: WalletState, last: ViewName, isSlow: boolean): ViewName {
  const { phase, auth } = state
  if (phase === 'failed') return 'failed'
  if (phase === 'ready' && !isUnbegun(auth)) return 'sign-in'
  const isBrief = phase === 'opening' && last === 'list' && !isSlow && !isPhone(state)
  return !isConnecting(phase) || isBrief ? 'list' : 'waiting'
}

/**
 * Where the visitor is after the client's state has changed. A list on screen stays until the views have loaded.
 *
 * @param isFresh the view has been on screen for so short a time that a failure waits
 */
export function follow(place: Place, state: WalletState, isSlow: boolean, isFresh: boolean): Place {
  const isHeld = !VIEWS.value && !!place.hasList
  const next = isHeld ? 'list' : readView(state, place.view, isSlow)
  const view = isFresh && next === 'failed' && state.attempt ? place.view : next
  const isNew = view !== place.view && !isHeld
  const app = place.app || state.attempt?.app
  return {
    ...place,
    view,
    ...(app && { app }),
    hasList: view === 'list' || !!place.hasList,
    ...(isNew && { page: '' as const, failure: '', copied: null }),
  }
}

/** Whether the list is shown: also while another view is still loading. */
export const isList = ({ view, page, hasList }: Place, { phase }: WalletState): boolean =>
  VIEWS.value ? view === 'list' && (!page || page === 'all') : !!hasList || phase === 'failed'
