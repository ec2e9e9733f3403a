import { WalletError } from '../errors/wallet-error.js'
import { nativeFetch } from './natives.js'
import { wait, within } from './time.js'

/** Longest wait for this page's own headers, in ms. */
const HEADERS_TIMEOUT = 1_000

/** How long a browser takes to return the focus when a popup closes, in ms. */
const FOCUS_RETURN = 200

/**
 * Matches the policy that cuts a page off from the popups that it opens, with or without parameters. A page that is
 * also cross-origin isolated has the same header (HTML calls that same-origin-plus-COEP). The other values keep the
 * connection: `noopener-allow-popups` only cuts the page off from its own opener.
 */
const SEVERING = /^ *same-origin *(?:;|$)/

/** The address that the policy came with: a framed page has the policy of the page around it. */
function readAddress(): string {
  try {
    return (top as Window).location.href
  } catch {
    return location.href
  }
}

/** Whether this page's policy cuts it off from its popups. A script can only learn that from the headers. */
async function isSevering(): Promise<boolean> {
  if (globalThis.crossOriginIsolated) return true
  // Browsers apply the header only to a page from https or from this machine.
  if (!nativeFetch || !globalThis.isSecureContext) return false
  const headers = nativeFetch(readAddress(), { method: 'HEAD', cache: 'force-cache' }).then(
    (response) => response.headers,
    () => null,
  )
  const read = await within(headers, HEADERS_TIMEOUT, () => null)
  return SEVERING.test(read?.get('cross-origin-opener-policy') ?? '')
}

/**
 * Explains why a new popup has disappeared. A window that was cut off and a window that the visitor closed both read as
 * closed. Only the page's headers and the focus show the difference.
 *
 * @returns WalletError `popup_isolated` or `popup_closed`
 */
export async function explainLostPopup(): Promise<WalletError> {
  if (await isSevering()) return new WalletError('popup_isolated')
  if (!document.hasFocus()) await wait(FOCUS_RETURN)
  // The visitor is still in the lost window, so the window's own page has cut it off.
  if (!document.hasFocus()) {
    return new WalletError('popup_isolated', {
      message:
        'The wallet window was cut off by its own Cross-Origin-Opener-Policy. The wallet’s host must send unsafe-none.',
    })
  }
  return new WalletError('popup_closed')
}
