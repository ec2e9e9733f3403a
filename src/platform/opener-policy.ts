import { WalletError } from '../errors/wallet-error.js'
import { nativeFetch } from './natives.js'
import { wait, within } from './time.js'

/** Longest question for this page's own headers, in ms. */
const HEADERS_TIMEOUT = 1_000

/** Time a browser takes to give the focus back when a popup is closed, in ms. */
const FOCUS_RETURN = 200

/**
 * The value that leaves a page without a handle on the popups it opens, with or without parameters. Where the page is
 * cross-origin isolated as well (HTML calls that same-origin-plus-COEP), the header is the same. The other values keep the
 * handle: `noopener-allow-popups` only cuts the page off from what has opened it.
 */
const SEVERING = /^ *same-origin *(?:;|$)/

/** The address the policy came with: a framed page has that of the page around it. */
function readAddress(): string {
  try {
    return (top as Window).location.href
  } catch {
    return location.href
  }
}

/** Whether this page was served with a policy that cuts it off from its popups. No script can read that but here. */
async function isSevering(): Promise<boolean> {
  if (globalThis.crossOriginIsolated) return true
  // Browsers follow the header on a page that came by https, or from this machine.
  if (!nativeFetch || !globalThis.isSecureContext) return false
  const headers = nativeFetch(readAddress(), { method: 'HEAD', cache: 'force-cache' }).then(
    (response) => response.headers,
    () => null,
  )
  const read = await within(headers, HEADERS_TIMEOUT, () => null)
  return SEVERING.test(read?.get('cross-origin-opener-policy') ?? '')
}

/**
 * Why a popup is gone that had hardly begun. A window that was cut off reads as closed, and so does one
 * that the visitor closed: only the page's headers, and where the focus is, show the difference.
 *
 * @returns WalletError `popup_isolated` or `popup_closed`
 */
export async function explainLostPopup(): Promise<WalletError> {
  if (await isSevering()) return new WalletError('popup_isolated')
  if (!document.hasFocus()) await wait(FOCUS_RETURN)
  // The visitor is still in the window that we lost: its own page has cut it off.
  if (!document.hasFocus()) {
    return new WalletError('popup_isolated', {
      message:
        'The wallet window was cut off by its own Cross-Origin-Opener-Policy. The wallet’s host must send unsafe-none.',
    })
  }
  return new WalletError('popup_closed')
}
