import type { Connection } from '../client/state.js'
import type { WalletClient } from '../client/wallet-client.js'
import type { OnePromptProof } from '../protocol/one-prompt.js'
import type { Holder, Ledger } from './ledger.js'
import type { SignInMachine } from './machine.js'
import type { NamedServer } from './named-server.js'
import type { PageAddress } from './sign-in-message.js'

/** What the effects of a sign-in need. */
export interface SignInParts {
  readonly client: WalletClient
  readonly machine: SignInMachine
  readonly server: NamedServer
  /** The store, as the ledgers know it. */
  readonly holder: Holder
  /** The page's own address. */
  readonly page: PageAddress
  /** The ledger that the store follows: that of the server which the page names, or which has the store's session. */
  readonly ledger: Ledger | null
  /**
   * Returns the proof that a wallet has signed while it connected, if it fits this connection and this time (epoch ms);
   * otherwise null. @throws WalletError where it is not what the page has asked for
   */
  given: ((connection: Connection, time: number) => OnePromptProof | null) | null
}
