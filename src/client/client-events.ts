import type { Hex } from '../connectors/provider.js'
import type { WalletError } from '../errors/wallet-error.js'
import type { ChainId, Namespace } from '../protocol/caip2.js'
import type { SignInDetail } from './sign-in-detail.js'

/** Why a connection ended. */
export type DisconnectReason = 'user' | 'wallet' | 'expired' | 'replaced'

/** The client's events: name → detail. The element dispatches each as `wallet_<name>`. */
export interface ClientEvents {
  /** An attempt begins. A listener that returns false cancels it. */
  connecting: { walletId: string; namespace: Namespace }
  /** The visitor has chosen a wallet from the list that is connected already, or of which the page wants only the name. */
  named: { walletId: string }
  /** A wallet is connected; `restored` without a prompt, from an earlier visit. */
  connected: { walletId: string; namespace: Namespace; account: Hex; chainId: ChainId; restored: boolean }
  /**
   * The account or the chain has changed. Both are missing when a Starknet wallet is on an unknown network.
   */
  changed: {
    namespace: Namespace
    account?: Hex
    chainId?: ChainId
    previous: { account: Hex; chainId: ChainId }
  }
  /** A connection has ended. */
  disconnected: { walletId: string; namespace: Namespace; reason: DisconnectReason }
  /** The visitor has signed in. */
  signed_in: SignInDetail
  /** The visitor has signed out. */
  signed_out: SignInDetail
  /**
   * A transaction was sent, or `waitForTransaction` has learned how it ended. A batch of calls
   * (EIP-5792) has an id too, and no hash until the chain has its transaction.
   */
  transaction: {
    transactionHash: string | null
    callsId?: string | undefined
    /** The hash under which it was sent, where the chain has taken it under another one: sped up, or a Safe's. */
    sentAs?: string
    chainId: ChainId
    status: 'sent' | 'accepted' | 'reverted'
    /** The request was given up on the page (`request_given_up`), and the visitor has allowed it in the wallet after that. */
    late?: true | undefined
  }
  /** A call has failed. The promise of the call rejects with the same error. */
  error: { code: WalletError['code']; message: string; error: WalletError }
}

/** Receives one client event. Returning false from `connecting` cancels the attempt. */
export type ClientListener<K extends keyof ClientEvents> = (detail: ClientEvents[K]) => unknown
