import type { WalletError } from '../../../errors/wallet-error.js'
import type { Route } from './routes.js'

/** Calls a procedure of the wallet's page. Rejects with a WireError or a WalletError. */
export type Ask = (path: string, input?: unknown) => Promise<unknown>

/** What shows the wallet's pages: popups, one at a time, or a frame. */
export interface Surface {
  readonly isFramed: boolean
  /**
   * Shows a page while `run` sends it requests. A page that is needed meanwhile waits for its turn, in the same window.
   *
   * It opens a popup before it returns, so that the browser still counts it as opened by the click.
   */
  visit<T>(route: Route, run: (ask: Ask) => Promise<T>): Promise<T>
  /** Asks a framed page without showing it; null when there is no frame. */
  askSilently(): Promise<Ask | null>
  /** Subscribes to a procedure. @returns the way to stop @throws WalletError `no_iframe` when there is no frame */
  subscribe(path: string, onData: (data: unknown) => void): () => void
  /** Keeps the open window for the next page. @returns the way to release it; null when no window is open */
  hold(): (() => void) | null
  /** Brings the open window to the front. */
  focus(): void
  /** Closes what is shown, because the visitor has given it up. Open requests reject with `error`. */
  giveUp(error: WalletError): void
  /** Closes everything. Open requests reject with `error`; nothing is opened any more. */
  end(error: WalletError): void
}
