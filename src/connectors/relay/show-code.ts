import { WalletError } from '../../errors/wallet-error.js'
import type { ConnectRequest } from '../connector.js'
import { createModal } from './walletconnect-modal.js'

/** Where the codes of one attempt are shown. */
interface CodeDisplay {
  /** Aborted when the visitor cancels, the display fails, or the codes are closed. */
  readonly signal: AbortSignal
  /** Why the display failed; undefined where it has not. */
  readonly failure?: WalletError | undefined
  onUri(uri: string, expiresAt: number): void
  close(): void
}

/**
 * Shows codes in our own modal, or in @walletconnect/modal if the page asks for it (`qr-modal`). That package is loaded
 * on demand.
 */
export function showCode(request: ConnectRequest): CodeDisplay {
  if (request.config.qrModal !== 'walletconnect') {
    return {
      signal: request.signal,
      onUri: request.onUri,
      close() {},
    }
  }
  const control = new AbortController()
  const abort = () => control.abort()
  const fail = (error: WalletError) => control.abort(error)
  if (request.signal.aborted) abort()
  request.signal.addEventListener('abort', abort)
  const opening = createModal(request.config, fail)
  opening.catch(fail)
  return {
    signal: control.signal,
    get failure() {
      const { reason } = control.signal
      return reason instanceof WalletError ? reason : undefined
    },
    onUri(uri) {
      opening.then(
        (modal) => control.signal.aborted || modal.show(uri),
        () => {
          // `failure` says so.
        },
      )
    },
    close() {
      abort()
      request.signal.removeEventListener('abort', abort)
      opening.then(
        (modal) => modal.close(),
        () => {
          // A modal that was never opened needs no closing.
        },
      )
    },
  }
}
