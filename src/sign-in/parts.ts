import type { Connection } from '../client/state.js'
import type { SignInDetail, WalletClient } from '../client/wallet-client.js'
import type { OnePrompt, OnePromptProof } from '../protocol/one-prompt.js'
import type { Holder, Ledger } from './ledger.js'
import type { SignInMachine } from './machine.js'
import type { NamedServer } from './named-server.js'
import type { PageAddress } from './sign-in-message.js'

/** A prompt that keeps what the wallet has signed while it connected. */
export interface OwnPrompt extends OnePrompt {
  /**
   * Returns what the wallet has signed, once, if it fits this connection and this time (epoch ms); otherwise null.
   *
   * @throws WalletError where it is not what the page has asked for
   */
  use(connection: Connection, time: number): OnePromptProof | null
}

/** A store, as the ledger sees it that it follows. */
export interface OwnHolder extends Holder {
  /** The ledger that the store follows: that of the server which the page names, or which has the store's session. */
  readonly ledger: Ledger | null
  /** The store's session. */
  readonly signed: SignInDetail | null
  /**
   * Follows the server that the page names now, unless the store has a session at the one before.
   *
   * @returns whether it is another one than before
   */
  move(): boolean
  /** Ends its session, whose account has left, or one that no store has. @param isDoubted see `Ledger.release` */
  leave(isDoubted?: boolean): void
}

/** What the effects of a sign-in need. */
export interface SignInParts {
  readonly client: WalletClient
  readonly machine: SignInMachine
  readonly server: NamedServer
  /** The store, as the ledgers know it. */
  readonly holder: OwnHolder
  /** The page's own address. */
  readonly page: PageAddress
  /** How the last attempt to connect asked for a signature. */
  readonly prompt: OwnPrompt | null
  /** Whether a wallet signs in its own window, which browsers open only for a click (specification, section 2). */
  opensWindow(walletId: string): boolean
}
