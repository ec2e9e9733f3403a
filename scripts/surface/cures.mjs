/**
 * What the developer of a page can do about each error, for docs/errors.md. `node scripts/surface.mjs` fails when a code is
 * missing.
 */
export const CURES = {
  not_connected: 'Call `connect()` first, or wait for `wallet_connected`.',
  not_found: 'Check the ids in `wallets` and `connect({ walletId })`: the wallet may not be installed.',
  user_rejected: 'Nothing is broken. Offer the action again, but do not open another request by yourself.',
  user_not_connected:
    'Call `connect()` first. Disable everything that needs an account while `status` is not `connected`.',
  connect_failed: 'Offer to try again. `cause` is the wallet’s error.',
  execute_failed: 'Look at `cause`: usually the account has too little money, or a call reverts.',
  sign_failed: 'Offer to try again. `cause` is the wallet’s error.',
  enable_failed: 'Have the visitor open and unlock the wallet, then try again.',
  unsupported_event: 'Listen for `accountsChanged`, `networkChanged` or the events of EIP-1193.',
  not_implemented: 'The wallet does not support this request. Do without it, or use another wallet.',
  popup_blocked: 'Call the method from a click. “Try again” in the list opens the window.',
  no_iframe: 'Use `web-wallet-mode="popup"`, or allow frames in the page’s policy.',
  digest: 'Use sha256.',
  no_window: 'Call the method in a browser, not while a server renders the page.',
  connection_rejected: 'Offer to try again. `cause` shows whether the visitor refused or the wallet failed.',
  network_switching_only_available_in_wallet:
    'Have the visitor switch the network in the wallet, or choose a chain that the wallet has. `network` is the name of a network that the wallet lacks.',
  network_switching_only_supported_in_wallet: 'Have the visitor switch the network in the wallet.',
  network_switching_not_supported: 'This wallet cannot switch networks: do not offer switching for it.',
  no_provider_init: 'Connect again.',
  no_provider: 'Connect again.',
  no_session_found: 'Connect again.',
  no_session: 'Connect again.',
  qr_modal_missing: '`npm install @walletconnect/modal`, or leave out `qr-modal`.',
  qr_modal_failed: 'Check that your Content Security Policy allows inline styles, or leave out `qr-modal`.',
  no_in_app_browser: 'Show the QR code instead: this wallet has no browser of its own.',
  balance_failed: 'Set your own node in `networks` or `rpc`.',
  config_invalid: 'The message names what is wrong. Correct the attribute or property.',
  wallet_malformed: 'The fault is in the wallet. Offer another one.',
  wallet_timeout: 'Offer to try again once the visitor has opened the wallet.',
  wallet_unavailable: 'The visitor turned the extension off, or it was updated. Reloading the page helps.',
  wallet_unauthorized: 'Call `connect()`: the visitor has withdrawn the permission in the wallet.',
  wallet_failed: 'Look at `cause`, which is the wallet’s own error.',
  wallet_locked: 'Ask the visitor to unlock the wallet. The button then restores the session by itself.',
  wallet_framed: 'Offer a link that opens the page in a tab.',
  wallet_outdated: 'Have the visitor update the wallet.',
  batch_not_supported:
    'Nothing was sent. Pass `sequential: true` if the calls may be sent one after the other, or use a wallet that can send them as one.',
  asset_not_erc20:
    'Offer ERC-20 tokens only. A Starknet wallet says this; another `type` than `ERC20` fails with `request_invalid` before.',
  account_already_deployed: 'You need not do anything: continue.',
  request_pending: 'Ask the visitor to look into the wallet. Do not send the request again.',
  request_timeout: 'Say that the transaction is still open, and wait again, or look it up in an explorer.',
  transaction_cancelled:
    'The visitor has cancelled it or sent something else: show that, with the hash in `cause.transactionHash`.',
  transaction_dropped: 'Have the visitor look into the wallet, and offer to send it again only then.',
  request_expired: 'Have the visitor look into the wallet, then try again.',
  request_unconfirmed:
    'Have the visitor look into the wallet first: the wallet may have executed the request.',
  request_given_up:
    'Do not offer the action again at once: the wallet may still show the request, and the visitor may still allow it there. If it was a transaction, `wallet_transaction` with `late` then has its hash.',
  request_invalid: 'The message names the argument that is wrong. Correct the call.',
  session_ended:
    'Connect again. If `cause` is `request_unconfirmed`, ask the visitor to look into the wallet first.',
  session_incompatible: 'Check `chains`: the wallet has approved none of them.',
  chain_mismatch: 'Call `switchChain({ chainId })`, then try again.',
  account_mismatch: 'Read `account` again, show it, and let the visitor try again.',
  chain_unavailable: 'Set your own node in `networks` or `rpc`, or try again later.',
  signature_invalid: 'Treat the visitor as not signed in.',
  popup_closed: 'Nothing is broken. Offer the action again.',
  popup_load_timeout: 'Offer to try again. Check that `web-wallet-url` is right.',
  popup_sandboxed: 'Add `allow-popups` to the frame’s sandbox, or link to the page itself.',
  popup_isolated: 'Send `Cross-Origin-Opener-Policy: same-origin-allow-popups`.',
  relay_unreachable: 'It is safe to try again. Check `connect-src` in your Content Security Policy.',
  storage_unavailable: 'Set `storage`, or accept that the session ends when the visitor leaves the page.',
  asset_integrity:
    'The parts of the script are not where the script looks for them, or they were changed: see the console.',
  part_failed:
    'The browser, or another script of the page, lacks what the part needs: `cause`, and the console, have the error.',
  view_failed: 'A click tries again. If the error stays, report it with the line in the console.',
  disposed: 'You need not do anything: the element was removed from the page.',
  busy: 'Wait until the request before this one has ended.',
  session_not_kept:
    'In a frame of another site, give the server `sessionCookie: { partitioned: true }`; else look why the browser refuses the cookie.',
  api_failed:
    'The page’s own `signInAdapter` has failed: `cause` has its error. With `api-url` the server’s code comes instead.',
}
