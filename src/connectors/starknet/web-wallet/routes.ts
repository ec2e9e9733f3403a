import type { PopupSize } from '../../../platform/popup.js'

/** A page of the wallet's host, and the size its popup has. */
export interface Route extends PopupSize {
  path: string
}

/** The pages of the e-mail wallet's host (specification, section 2). */
export const LOGIN: Route = { path: '/interstitialLogin', width: 886, height: 562 }
export const REVIEW: Route = { path: '/review', width: 385, height: 775 }
export const SIGN: Route = { path: '/signMessage', width: 385, height: 440 }
/** Session keys are signed on a page of their own in the newer dialect. */
export const SIGN_SESSION: Route = { path: '/signSessionKeys', width: 385, height: 440 }
/** A transaction of a session key needs no eye: its window keeps out of sight. */
export const SESSION: Route = { path: '/executeSessionTx', width: 1, height: 1, corner: true }
/** Whatever has no page of its own. */
export const DEFAULT: Route = { path: '/', width: 775, height: 385 }

/** The entrypoint that marks a session transaction (specification, section 2). */
export const SESSION_ENTRYPOINT = 'use_offchain_session'

/** The page that is framed (starknetkit 1.1.9). */
export const FRAME_PATH = '/iframes/comms'
