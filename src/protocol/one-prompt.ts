import type { ChainId } from './caip2.js'
import type { SignInMessage } from './siwe/message.js'

/** The fields of the message that a wallet is asked to sign while it connects; the wallet adds the account. */
export type OnePromptFields = Omit<SignInMessage, 'address'>

/** What a wallet has signed while it connected. */
export interface OnePromptProof {
  /** The account in the wallet's answer, in any case. */
  address: string
  /** The EIP-4361 text. */
  message: string
  /** In hex. */
  signature: string
}

/** How a wallet that can connect and sign in with one prompt does both. */
export interface OnePrompt {
  /**
   * Writes the fields of the message.
   *
   * @param chains the chains that the wallet may sign for; the fields name the first
   * @param methods what the message may allow the page to ask for, by its ReCap (CAIP-74); nothing by default
   * @returns null when there is no nonce, or it takes too long: then the wallet is asked to connect only
   */
  write(chains: readonly ChainId[], methods?: readonly string[]): Promise<OnePromptFields | null>
  /** Takes over what the wallet has signed. It is checked when the sign-in begins, and used for the connected account only. */
  take(proofs: readonly OnePromptProof[]): void
}

/** Begins it; null when connecting is complete without a sign-in. Never rejects: it resolves to null without its code. */
export type BeginOnePrompt = () => Promise<OnePrompt | null> | null
