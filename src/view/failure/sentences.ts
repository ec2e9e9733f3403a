import type { WalletErrorCode } from '../../errors/catalogue.js'
import { isRestarted, readErrorMessage, toWalletError } from '../../errors/normalise.js'
import type { WalletError } from '../../errors/wallet-error.js'
import type { FailureTexts } from '../i18n/texts.js'

/** English; it loads with the first failure. */
export const english: FailureTexts = {
  declined: 'You declined in {0}.',
  locked: '{0} is locked. Unlock it and try again.',
  noAnswer: '{0} did not answer. Open it and try again.',
  gone: '{0} is not available any more. Turn its extension on, or choose another wallet.',
  windowBlocked: 'Your browser blocked the window of {0}. Allow pop-ups for this page and try again.',
  windowClosed: 'The window of {0} was closed before it answered.',
  relay: 'The connection service cannot be reached. Check your internet connection and try again.',
  wrongNetwork: '{0} is on another network. Switch it there and try again.',
  networkMissing: '{0} does not have the network {1}. Add it there and try again.',
  networkDown: 'The network cannot be reached at the moment. Try again later.',
  pending: 'A request is already open in {0}. Answer it there.',
  incompatible: '{0} does not fit this page. Update it or choose another wallet.',
  ended: 'The connection has ended. Connect the wallet again.',
  site: 'This page is not set up correctly. Tell the owner of the site.',
  incomplete: 'A part of the page was not loaded. Reload it.',
  server: 'The site could not sign you in. Try again.',
  framed:
    'This page is shown inside another one, which does not let it open windows. Open it in a tab of its own.',
  notKept:
    'Your browser has not kept the sign-in. Open this page in a tab of its own, or allow cookies, and try again.',
  unconfirmed: 'It is not known whether {0} got the request. Look there before you try again.',
  givenUp: '{0} may still show the request. Refuse it there if you do not want it.',
  otherAccount: '{0} is using a different account. Check it there and try again.',
  general: 'Something went wrong in {0}. Try again.',
}

/** The fields of an error that are read. */
export type ShownError = Pick<WalletError, 'code'> & { cause?: unknown; network?: string }

/** The key of a sentence about a failure. */
export type Failure = keyof FailureTexts

/** Codes that say more than that something went wrong in the wallet. */
const FAILURES: Partial<Record<WalletErrorCode, Failure>> = {
  user_rejected: 'declined',
  wallet_locked: 'locked',
  wallet_timeout: 'noAnswer',
  request_expired: 'noAnswer',
  popup_load_timeout: 'noAnswer',
  not_found: 'gone',
  no_in_app_browser: 'gone',
  no_provider: 'gone',
  no_provider_init: 'gone',
  wallet_unavailable: 'gone',
  popup_blocked: 'windowBlocked',
  popup_closed: 'windowClosed',
  relay_unreachable: 'relay',
  chain_mismatch: 'wrongNetwork',
  network_switching_only_available_in_wallet: 'wrongNetwork',
  network_switching_only_supported_in_wallet: 'wrongNetwork',
  network_switching_not_supported: 'wrongNetwork',
  chain_unavailable: 'networkDown',
  balance_failed: 'networkDown',
  request_pending: 'pending',
  busy: 'pending',
  not_implemented: 'incompatible',
  session_incompatible: 'incompatible',
  wallet_malformed: 'incompatible',
  wallet_outdated: 'incompatible',
  disposed: 'ended',
  no_session: 'ended',
  no_session_found: 'ended',
  not_connected: 'ended',
  session_ended: 'ended',
  user_not_connected: 'ended',
  wallet_unauthorized: 'ended',
  config_invalid: 'site',
  domain_mismatch: 'site',
  origin_refused: 'site',
  no_iframe: 'site',
  popup_isolated: 'site',
  qr_modal_failed: 'site',
  qr_modal_missing: 'site',
  asset_integrity: 'incomplete',
  part_failed: 'incomplete',
  view_failed: 'incomplete',
  popup_sandboxed: 'framed',
  wallet_framed: 'framed',
  session_not_kept: 'notKept',
  request_unconfirmed: 'unconfirmed',
  request_given_up: 'givenUp',
  account_mismatch: 'otherAccount',
  // The wallet's own failures, also during a sign-in.
  sign_failed: 'general',
  wallet_failed: 'general',
}

/** All failed pairings have the same code (specification, section 4); the cause tells them apart. */
function readPairing(cause: unknown): Failure {
  if (toWalletError(cause, 'relay_unreachable').code === 'user_rejected') return 'declined'
  return /expired/i.test(readErrorMessage(cause)) ? 'noAnswer' : 'relay'
}

/** A failure for the visitor: its sentence, and whether it was the visitor's own choice. */
export interface Told {
  failure: Failure
  isChoice: boolean
}

/**
 * Reads what a visitor should learn about an error. The error's own message is for the page: its text is fixed, in
 * English, and technical.
 *
 * @param isSignIn the error came from signing in, so unless the wallet caused it, the server did
 */
export function readFailure({ code, cause, network }: ShownError, isSignIn = false): Told {
  const failure =
    code === 'connection_rejected'
      ? readPairing(cause)
      : network
        ? 'networkMissing'
        : isRestarted(cause)
          ? 'incomplete' // It asks the visitor to reload the page.
          : (FAILURES[code] ?? (isSignIn ? 'server' : 'general'))
  return { failure, isChoice: failure === 'declined' || failure === 'windowClosed' || failure === 'givenUp' }
}
