import type { PopupSize } from '../../../platform/popup.js'

/** A page of the wallet's host, and the size of its popup. */
export interface Route extends PopupSize {
  path: string
}

/** The pages of the e-mail wallet's host (specification, section 2). */
export const LOGIN: Route = { path: '/interstitialLogin', width: 886, height: 562 }
export const REVIEW: Route = { path: '/review', width: 385, height: 775 }
export const SIGN: Route = { path: '/signMessage', width: 385, height: 440 }
/** In the newer dialect session keys are signed on their own page. */
export const SIGN_SESSION: Route = { path: '/signSessionKeys', width: 385, height: 440 }
/** The visitor does not need to see a transaction of a session key, so its window is tiny and in a corner. */
export const SESSION: Route = { path: '/executeSessionTx', width: 1, height: 1, corner: true }
/** The page for every other request. */
export const DEFAULT: Route = { path: '/', width: 775, height: 385 }

/** The entrypoint that marks a session transaction (specification, section 2). */
export const SESSION_ENTRYPOINT = 'use_offchain_session'

/** The page that is framed (starknetkit 1.1.9). */
export const FRAME_PATH = '/iframes/comms'
