import type { SignInProof, SignInResult } from '../protocol/sign-in-proof.js'
import type { IssuedNonce } from '../protocol/starknet-message.js'
import type { ProofTarget } from './form-proof.js'

/**
 * How a page reaches its own server. Whatever a method throws becomes a `WalletError`: a sign-in's code
 * (`nonce_used` …) is kept, any other becomes `api_failed`.
 */
export interface SignInAdapter {
  /**
   * A fresh nonce: `{ nonce, domain }`, or the nonce alone. With `path` or `resources` the EVM message is bound to them:
   * its `URI` is this path of the page's origin, its `Resources` are these.
   */
  getNonce(): Promise<IssuedNonce | string>
  /** Checks the signature. Who has signed in, or just true or false. */
  verify(proof: SignInProof): Promise<SignInResult | boolean>
  /** Ends the server's session; also called where the account has changed. */
  signOut(): Promise<unknown>
  /** Who is signed in by the server's word, asked for after a reload. */
  getSession?(): Promise<(SignInResult & { namespace?: string }) | null>
  /** The server's time, epoch ms; our own clock's by default. */
  now?(): number
  /**
   * What Starknet accounts sign. By default nonce and host as two short texts, and for a host of more than 31 characters
   * the longer message; `revision-1` always asks for the longer one (host, address, nonce, times), `truncate` always for the
   * short one, with the host cut to 31 characters (specification).
   */
  starknetMessage?: 'revision-1' | 'truncate'
}

/** The part of the page's configuration that concerns sign-in. */
export interface SignInConfig {
  /** The page's own way to its server. */
  signInAdapter?: SignInAdapter | undefined
  /** Base URL of the server's API, a tRPC router or plain JSON; counts where there is no adapter. */
  apiUrl?: string | undefined
  /** `on-connect`: connecting is complete only after the signature. `form`: the same, and the proof goes to {@link form}. */
  signIn: 'off' | 'on-connect' | 'form'
  /** Where the proof goes with `form`. */
  form?: ProofTarget | undefined
}
