import type { ApiErrorCode } from './api-catalogue.js'
import type { SignInErrorCode } from './sign-in-catalogue.js'

/**
 * Every error of the package: its code and its text.
 *
 * Integrators compare the texts of the first block, so we keep them to the letter, mistakes included.
 */
export const CATALOGUE = {
  // texts fixed by the specification
  not_connected: 'Connector not connected',
  not_found: 'Connector not found',
  user_rejected: 'User rejected request',
  user_not_connected: 'User not connected',
  connect_failed: 'Failed to connect to wallet',
  execute_failed: 'Error while execute a transaction',
  sign_failed: 'Error while sign a message',
  enable_failed: 'Unknow error on enable wallet',
  unsupported_event: 'Unknwown event',
  not_implemented: 'not implemented',
  popup_blocked: 'Could not open popup',
  no_iframe: 'subscription is not supported without an iframe window',
  digest: 'Digest method not supported',
  no_window: 'Window is not defined',
  connection_rejected: 'Connection rejected. Please try again.',
  network_switching_only_available_in_wallet:
    'Network switching is not available at this time. The user should manually switch network in their wallet',
  network_switching_only_supported_in_wallet: 'Network switching is only supported through the wallet',
  network_switching_not_supported: 'Network switching not supported',
  no_provider_init: 'No provider found (init connection)',
  no_provider: 'No provider found',
  no_session_found: 'No session found',
  no_session: 'no session',
  qr_modal_missing: 'To use the QR modal, install the @walletconnect/modal package',
  qr_modal_failed: 'Could not generate WalletConnectModal Instance',
  no_in_app_browser: 'No inAppBrowserBase found for the wallet',
  balance_failed: 'Something went wrong',

  // our own texts: each says what happened and what to do next
  config_invalid: 'The configuration is not valid',
  wallet_malformed: 'The wallet gave an answer that makes no sense. Update the wallet or choose another one.',
  wallet_timeout: 'The wallet did not answer in time. Open the wallet and try again.',
  wallet_unavailable: 'The wallet is no longer there. Turn its extension on again, or choose another wallet.',
  wallet_unauthorized: 'The wallet has not allowed this page. Connect again to allow it.',
  wallet_failed: 'The wallet reported an error of its own. Try again.',
  wallet_locked: 'The wallet is locked. Unlock it and try again.',
  wallet_framed:
    'The wallet has allowed the page around this one instead. Open this page in a tab of its own and connect there.',
  wallet_outdated: 'The wallet and this page have no version of the wallet API in common. Update the wallet.',
  batch_not_supported:
    'The wallet cannot send several calls as one. Allow them one after the other, or use another wallet.',
  asset_not_erc20: 'The wallet can watch ERC-20 tokens only.',
  account_already_deployed: 'The account is deployed already. Nothing needs to be done.',
  request_pending: 'A request is already open in the wallet. Open the wallet to answer it.',
  request_given_up: 'The request was given up on the page. The wallet may still show it: look there first.',
  request_expired: 'The request was not answered in time. Try again.',
  request_unconfirmed:
    'The wallet may have got the request, but no answer came. Look in the wallet before you try again.',
  request_invalid: 'The request is not valid',
  request_timeout: 'The wait is over. The transaction may still come into a block.',
  transaction_cancelled: 'The sender has sent something else in the place of this transaction.',
  transaction_dropped:
    'No node knows this transaction any more. Look in the wallet before you send it again.',
  session_ended: 'The wallet was disconnected before it answered. Connect again.',
  session_incompatible:
    'The wallet approved something else than was asked for. Try again or choose another wallet.',
  chain_mismatch: 'The wallet is on another network than the one asked for. Switch it in the wallet.',
  account_mismatch: 'The wallet is on another account now. Look which one it is, then try again.',
  chain_unavailable: 'The wallet cannot reach this network at the moment. Try again later.',
  signature_invalid: 'The signature is not valid',
  popup_closed: 'The wallet window was closed before it answered. Try again.',
  popup_load_timeout: 'The wallet window did not load in time. Check the connection and try again.',
  popup_sandboxed:
    'This page is shown inside another one, which does not let it open windows. Open it in a tab of its own.',
  popup_isolated:
    'The wallet window was cut off by this page’s Cross-Origin-Opener-Policy. The site must send same-origin-allow-popups.',
  relay_unreachable: 'The relay cannot be reached. Check the connection and try again.',
  storage_unavailable: 'The browser does not let this page store anything.',
  asset_integrity: 'Wallet button not loaded. Try again',
  part_failed: 'A part of the wallet button failed when it started. Try again, or use another browser.',
  view_failed: 'The list of wallets cannot be shown. Try again, reload the page, or use another browser.',
  disposed: 'The button was removed from the page before the wallet answered.',
  busy: 'Another wallet request has taken the place of this one, or too many are open. Answer it first.',
  session_not_kept:
    'The browser has not kept this sign-in. Open this page in a tab of its own, or allow cookies.',
  api_failed: 'The server could not answer. Try again.',
} as const

/** A code of this catalogue. */
export type CatalogueCode = keyof typeof CATALOGUE

/** Every code that an error of this package can have. The sign-in and the API have catalogues of their own. */
export type WalletErrorCode = CatalogueCode | SignInErrorCode | ApiErrorCode
