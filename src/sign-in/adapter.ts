import type { SignedAccount, SignInProof, SignInResult } from '../protocol/sign-in-proof.js'
import type { IssuedNonce } from '../protocol/starknet-message.js'
import type { ProofTarget } from './form-proof.js'

/**
 * How a page reaches its own server. Any error of a method becomes a `WalletError`: one of our own, such as an `ApiError`, and
 * a sign-in code (`nonce_used` …) are kept, any other becomes `api_failed`.
 */
export interface SignInAdapter {
  /**
   * Returns a fresh nonce: `{ nonce, domain }`, or the nonce alone. `path` and `resources` bind the EVM message: its
   * `URI` is this path of the page's origin, its `Resources` are these. `statement` is the sentence that the visitor agrees to,
   * instead of the attribute `sign-in-statement`.
   */
  getNonce(): Promise<IssuedNonce | string>
  /** Checks the signature. Returns who has signed in, or just true or false. */
  verify(proof: SignInProof): Promise<SignInResult | boolean>
  /**
   * Ends the server's session; also called when the account has changed.
   *
   * @param account whose session is to end; a session of another account should stay
   */
  signOut(account?: SignedAccount): Promise<unknown>
  /** Returns who is signed in according to the server; asked after a reload, and when another page may have changed it. */
  getSession?(): Promise<(SignInResult & { namespace?: string }) | null>
  /** The server's time, epoch ms; by default our own clock's. */
  now?(): number
  /**
   * What Starknet accounts sign. By default nonce and host as two short texts, and the longer message when the host has
   * more than 31 characters. `revision-1` always uses the longer message (host, address, nonce, times). `truncate`
   * always uses the short message, with the host cut to 31 characters (specification). A message with a statement is always the
   * longer one.
   */
  starknetMessage?: 'revision-1' | 'truncate'
}

/** The part of the page's configuration that concerns sign-in. */
export interface SignInConfig {
  /** The page's own adapter. */
  signInAdapter?: SignInAdapter | undefined
  /** Base URL of the server's API, a tRPC router or plain JSON; used when there is no adapter. */
  apiUrl?: string | undefined
  /**
   * `on-connect`: connecting is complete only after the signature. `form`: the same, and the proof goes to {@link
   * form}.
   */
  signIn: 'off' | 'on-connect' | 'form'
  /** Whether the element that has named the server has left the page. Its session can still be ended. */
  isLeft?: boolean
  /** The page's own sentence that the visitor agrees to by signing. */
  statement?: string | undefined
  /** The form control that gets the proof with `form`. */
  form?: ProofTarget | undefined
}
