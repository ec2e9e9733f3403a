import { type Belief, toUnsigned } from '../client/sign-in-state.js'
import type { WalletClient } from '../client/wallet-client.js'
import { UserRejectedRequestError, type WalletError } from '../errors/wallet-error.js'
import { untilAborted } from '../platform/until-aborted.js'

/**
 * The first step of a sign-in whose code is on its way: the list stays on screen and says that a signature follows, so
 * that no wallet asks for one out of the blue.
 */
export interface EarlySignIn {
  /** Shows the step, in the task in which the wallet was connected. */
  begin(): void
  /** The code has come, or is lost. @returns whether the sign-in may go on */
  end(isLost?: boolean): boolean
  /** Cancels the step, by default because the visitor does. Without one it does nothing. */
  cancel(reason?: WalletError): void
  /** Settles like `promise`, or rejects as soon as the step is cancelled. */
  race<T>(promise: Promise<T>): Promise<T>
}

/** Creates the {@link EarlySignIn} of a client. */
export function createEarlySignIn(client: WalletClient, belief: Belief): EarlySignIn {
  let wasOpen = client.getState().open
  let step: 'none' | 'shown' | 'cancelled' = 'none'
  let controller = new AbortController()

  function stop(open?: boolean, reason: WalletError = new UserRejectedRequestError()) {
    if (step !== 'shown') return
    step = 'cancelled'
    controller.abort(reason)
    client.setAuth(toUnsigned(belief), open)
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
      controller = new AbortController()
      const { account, chainId } = client.getState()
      client.setAuth({ status: 'nonce', address: account, chainId, error: null }, wasOpen || undefined)
    },
    end(isLost) {
      const mayGoOn = step !== 'cancelled'
      if (isLost && mayGoOn) client.setAuth(toUnsigned(belief))
      if (mayGoOn) step = 'none'
      return mayGoOn
    },
    cancel: (reason) => stop(false, reason),
    async race(promise) {
      const { signal } = controller
      try {
        return await untilAborted(promise, signal)
      } finally {
        // The next call asks anew.
        if (signal.aborted) controller = new AbortController()
      }
    },
  }
}
