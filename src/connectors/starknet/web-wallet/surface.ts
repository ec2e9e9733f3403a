import type { WalletError } from '../../../errors/wallet-error.js'
import type { Route } from './routes.js'

/** Calls a procedure of the wallet's page. Rejects with a WireError or a WalletError. */
export type Ask = (path: string, input?: unknown) => Promise<unknown>

/** Where the wallet's pages are shown: popups, one at a time, or a frame. */
export interface Surface {
  readonly isFramed: boolean
  /**
   * Shows a page for as long as `run` asks it things. A page that is wanted meanwhile waits for its turn, in the same window.
   *
   * A popup is opened before this returns, so that a click that leads here lets it open.
   */
  visit<T>(route: Route, run: (ask: Ask) => Promise<T>): Promise<T>
  /** Asks a page that is there without being shown, a frame; null where there is none. */
  askSilently(): Promise<Ask | null>
  /** Subscribes to a procedure. @returns the way to stop @throws WalletError `no_iframe` where there is no frame */
  subscribe(path: string, onData: (data: unknown) => void): () => void
  /** Keeps the window that is open for the next page. @returns the way to let it go; null where there is none */
  hold(): (() => void) | null
  /** Brings the window that is open to the front. */
  focus(): void
  /** Closes everything. What is open rejects with `error`; nothing is opened any more. */
  end(error: WalletError): void
}

/** Lets one visit in at a time; the next begins in the very task in which it is called when there is none before it. */
export function createTurns(onWait: () => void): <T>(action: () => Promise<T>) => Promise<T> {
  let running: Promise<unknown> | null = null
  return async (action) => {
    while (running) {
      onWait()
      await running
    }
    const turn = action()
    // The next request waits for this one whatever becomes of it; its caller hears of a failure.
    const settled = turn.then(
      () => {},
      () => {},
    )
    running = settled
    try {
      return await turn
    } finally {
      if (running === settled) running = null
    }
  }
}
