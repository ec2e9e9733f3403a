import { ANONYMOUS } from '../client/sign-in-state.js'
import type { WalletClient } from '../client/wallet-client.js'

/**
 * The first step of a sign-in whose code is on its way: the list stays on screen and says that a signature follows, so
 * that no wallet asks for one out of the blue.
 */
export interface EarlySignIn {
  /** Shows the step, in the task in which the wallet was connected. */
  begin(): void
  /** The code has come, or is lost. @returns whether the sign-in may go on */
  end(isLost?: boolean): boolean
  /** The visitor cancels the step. Without one it does nothing. */
  cancel(): void
  /** Whether the last step was cancelled. */
  isCancelled(): boolean
}

/** Creates the {@link EarlySignIn} of a client. */
export function createEarlySignIn(client: WalletClient): EarlySignIn {
  let wasOpen = client.getState().open
  let step: 'none' | 'shown' | 'cancelled' = 'none'

  function stop(open?: boolean) {
    if (step !== 'shown') return
    step = 'cancelled'
    client.setAuth(ANONYMOUS, open)
  }

  client.subscribe(() => {
    const before = wasOpen
    wasOpen = client.getState().open
    if (before && !wasOpen) stop()
  })
  client.on('disconnected', () => stop())

  return {
    begin() {
      step = 'shown'
      const { account, chainId } = client.getState()
      client.setAuth({ status: 'nonce', address: account, chainId, error: null }, wasOpen || undefined)
    },
    end(isLost) {
      const mayGoOn = step !== 'cancelled'
      if (isLost && mayGoOn) client.setAuth(ANONYMOUS)
      if (mayGoOn) step = 'none'
      return mayGoOn
    },
    cancel: () => stop(false),
    isCancelled: () => step === 'cancelled',
  }
}
