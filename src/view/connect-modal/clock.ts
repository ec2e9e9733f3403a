import type { WalletState } from '../../client/state.js'
import { SECOND } from '../../constants.js'
import { clearTimer, now, setTimer, ticks } from '../../platform/natives.js'
import { COPIED_SHOWN } from '../copy-text.js'
import type { Clock } from './view-props.js'

/** How long the row shows that the wallet opens, before the waiting view replaces the list, in ms. */
const OPENING_GRACE = 400

/** "Still waiting" is shown when a wallet has not answered for this long, in ms. */
const STILL_WAITING = 15_000

/**
 * Creates the clock of a modal.
 *
 * @param onTime called when what the clock says, or that a text was copied a moment ago, has changed by the time alone
 */
export function createClock(onTime: () => void) {
  let timer: number | undefined
  return {
    /** @param copiedAt when a text was copied, on the clock of `ticks`; undefined for none */
    read({ attempt }: WalletState, copiedAt: number | undefined): Clock {
      const { since, uriExpiresAt } = attempt ?? {}
      const age = since === undefined ? -1 : ticks() - since
      const rest = Math.max(0, (uriExpiresAt ?? 0) - now())
      clearTimer(timer)
      const next = [
        ...(age < 0 ? [] : [OPENING_GRACE - age, STILL_WAITING - age].filter((ms) => ms > 0)),
        ...(rest ? [rest % SECOND || SECOND] : []),
        ...(copiedAt === undefined ? [] : [Math.max(0, copiedAt + COPIED_SHOWN - ticks())]),
      ]
      if (next.length) timer = setTimer(onTime, Math.ceil(Math.min(...next)))
      return { isSlow: age >= OPENING_GRACE, isLate: age >= STILL_WAITING, left: Math.ceil(rest / SECOND) }
    },
    stop: () => clearTimer(timer),
  }
}
