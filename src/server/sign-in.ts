import { MINUTE } from '../constants.js'
import { createSignInError } from '../errors/sign-in-error.js'
import type { WalletError } from '../errors/wallet-error.js'
import { MAX_SHORT_STRING } from '../protocol/short-string.js'
import type { SignInProof, SignInResult } from '../protocol/sign-in-proof.js'
import { DEFAULT_MESSAGE_DOMAIN, type IssuedNonce } from '../protocol/starknet-message.js'
import { createAccounts } from './accounts.js'
import { type Claim, checkTimes, readClaim, readSubject, type Subject } from './claim.js'
import { createNonces } from './create-nonces.js'
import { readProof, type SignInSubmission } from './proof.js'
import { readTime } from './read-time.js'
import { type RpcSource, withinTime } from './rpc.js'
import { addOrigins, checkAgreed, createSite, type Site } from './site.js'
import type { KeyValueStore } from './store.js'
import { createTurns } from './turns.js'

/** What `verify` says of a Starknet account that the node does not know. */
const LOST: readonly string[] = ['account_not_deployed', 'account_mismatch']

/** How many verifications of the same nonce may wait for each other. */
const MAX_WAITING = 8

/** Options of {@link createSignIn}. */
export interface SignInOptions {
  /**
   * The site's host as browsers write it, with a port unless it is the scheme's default: `shop.example`,
   * `localhost:3000`.
   */
  domain: string
  /** CAIP-2 ids of the chains that visitors may sign in with. */
  chains: readonly string[]
  /**
   * Stores which nonces were used: a Keyv instance, a Keyv adapter, a Map, or an object of your own. By default this
   * process's memory, which is enough for one process only.
   *
   * With a `secret`, and a store with the method `add`, a nonce needs no storage until it is used. With any other store
   * it is stored from when it is issued until it is used or expires.
   */
  nonceStore?: KeyValueStore | undefined
  /**
   * Signs the nonces: 32 random bytes, or a text as hard to guess, of 16 characters or more. Several processes need the same secret and a common
   * `nonceStore`. By default a random secret, which ends with the process; beside a `nonceStore` none, as nonces are stored. Without a `nonceStore`, or with one in
   * memory, a nonce ends with the process too, whatever the secret: the process that comes after it does not know which
   * nonces were used.
   */
  secret?: string | Uint8Array | undefined
  /** A node for each chain with contract accounts: every Starknet chain, and EVM chains with smart accounts. */
  rpc?: Readonly<Record<string, RpcSource>> | undefined
  /** `https`, unless the site is really served without it. */
  scheme?: 'https' | 'http' | undefined
  /**
   * More whole origins from which visitors may sign in and out, such as `https://shop.example` of a site at
   * `www.shop.example`. Each signs for its own host. The domain's own origin always counts.
   */
  origins?: readonly string[] | undefined
  /**
   * Bind messages to a path, such as `/admin`: their `URI` must be this path or below it. The answer to the request for
   * a nonce tells the page. Starknet's short message has no room for a path, so there only the nonce is bound: no
   * server with another path, or none, accepts it.
   */
  path?: string | undefined
  /** Bind messages to these URIs: each must be among their `Resources`. On Starknet as with `path`. */
  resources?: readonly string[] | undefined
  /**
   * The sentence that visitors agree to by signing, which their wallets show: one line of 1 to 500 ASCII characters, as EIP-4361 allows
   * them. Each message must have it as its statement; on Starknet, only the longer message (revision 1) has one. The answer to the
   * request for a nonce tells the page.
   */
  statement?: string | undefined
  /** How long a nonce can be used, in ms: 10 minutes by default. */
  nonceLifetime?: number | undefined
  /** The highest age of an accepted message, in ms: 10 minutes by default. */
  maxAge?: number | undefined
  /** How far a visitor's clock may be ahead, in ms: 5 minutes by default. */
  clockTolerance?: number | undefined
  /**
   * Accept Starknet messages with a domain cut to 31 characters. Sites with long hosts that begin alike then share a
   * name.
   */
  truncate?: boolean | undefined
  /** Return the nonce alone, as older servers do; Starknet messages then have the domain `domain`. */
  bareNonce?: boolean | undefined
  /** Epoch ms; for tests. */
  now?: (() => number) | undefined
}

/** The server's half of the sign-in. */
export interface SignIn {
  /** The site that visitors sign in to, from the options. */
  readonly site: Site
  /** Whether the page gets the nonce alone, without its domain. */
  readonly bareNonce: boolean
  /**
   * Issues a nonce that can be used once, within `nonceLifetime`.
   *
   * @param session the value that the nonce is bound to: only `verify` with the same value accepts it, and with that value
   *   `verify` accepts no other nonce
   * @throws WalletError `store_failed`
   */
  issueNonce(session?: string): Promise<IssuedNonce>
  /**
   * Checks a signed message and uses up its nonce.
   *
   * @param proof what the page has sent, or the fields of a form with `name="wallet"` as they came; for another name
   * use
   * `readSignInForm`
   * @param session the value that the nonce was bound to when it was issued
   * @throws WalletError `signature_invalid`, `nonce_used`, `nonce_unknown`, `domain_mismatch`, `chain_mismatch`,
   * `account_mismatch`, `message_expired`, `message_invalid`, `message_too_long`, `account_not_deployed`,
   * `request_invalid`, `rpc_failed`, `store_failed`
   */
  verify(proof: SignInSubmission, session?: string): Promise<SignInResult>
  /**
   * Asks again whether the account accepts a signature that has signed in before. A key's signature never ends, but a
   * contract account may have another owner now. Nonce, times and statement are not checked again.
   *
   * @param session what the server has stored of the sign-in: the proof that `verify` took
   * @throws WalletError `signature_invalid` only when the account refuses now: end the session. `rpc_failed` when the
   * node cannot say: keep it. `domain_mismatch`, `chain_mismatch`, … as `verify`, for a proof of another site or chain
   */
  revalidate(session: SignInProof): Promise<SignInResult>
  /**
   * The same verifier for a site with more origins: visitors of their pages may sign in too, each for its own host.
   *
   * @throws WalletError `config_invalid` for what is never a page's origin
   */
  withOrigins(origins: readonly string[] | undefined): SignIn
}

const readLimits = (options: SignInOptions) => ({
  nonceLifetime: readTime(options, 'nonceLifetime', 10 * MINUTE),
  maxAge: readTime(options, 'maxAge', 10 * MINUTE),
  clockTolerance: readTime(options, 'clockTolerance', 5 * MINUTE),
})

/**
 * Creates the server's half of a sign-in. It issues nonces, and verifies who has signed a nonce (EIP-4361 on EVM,
 * SNIP-12 on Starknet).
 *
 * @throws WalletError `config_invalid` for a domain, chain, path, statement, origin, time or secret that cannot be used; for a Starknet
 * chain without starknet.js or without a node
 *
 * @example
 * const signIn = createSignIn({
 *   domain: 'shop.example',
 *   chains: ['eip155:1', 'starknet:SN_MAIN'],
 *   rpc: { 'starknet:SN_MAIN': 'https://node.example' },
 * })
 * const { nonce } = await signIn.issueNonce()
 * const { address, chainId } = await signIn.verify({ namespace, chainId, address, message, signature })
 */
export function createSignIn(options: SignInOptions): SignIn {
  const { truncate = false, bareNonce = false, now = Date.now } = options
  const limits = readLimits(options)
  const own = createSite(options)
  const accounts = createAccounts(options.chains, options.rpc)
  const nonces = createNonces({ ...options, ...limits }, own)
  const turns = createTurns()

  function forSite(site: Site): SignIn {
    const names = bareNonce ? [DEFAULT_MESSAGE_DOMAIN] : site.hosts
    const starknetDomains = truncate ? names.map((name) => name.slice(0, MAX_SHORT_STRING)) : names

    /** Reads the account of a proof and the content of its message, checked against the site and its chains. */
    function readContent(proof: SignInProof): { subject: Subject; claim: Claim } {
      const subject = readSubject(proof)
      const claim = readClaim(proof.message, subject, site, starknetDomains)
      if (claim.chainId !== subject.chainId || !accounts.accepts(subject.chainId))
        throw createSignInError('chain_mismatch')
      return { subject, claim }
    }

    return {
      site,
      bareNonce,
      async issueNonce(session) {
        const { path, resources, statement } = site
        const nonce = await nonces.issue(session)
        return {
          nonce,
          domain: bareNonce ? DEFAULT_MESSAGE_DOMAIN : site.domain,
          ...(!bareNonce && site.hosts.length > 1 && { domains: site.hosts }),
          ...(path !== null && { path }),
          ...(resources.length > 0 && { resources }),
          ...(statement !== null && { statement }),
        }
      },
      async verify(given, session) {
        const proof = readProof(given)
        const { subject, claim } = readContent(proof)
        const { chainId, address } = subject
        const { nonce } = claim
        checkAgreed(site, claim.statement)
        checkTimes(claim, limits, now())
        // Only one verification of a nonce runs at a time, so after the first success the others cost nothing.
        if (turns.count(nonce) > MAX_WAITING) {
          throw createSignInError('nonce_used', 'it is being checked right now')
        }
        // The time to wait for its turn counts too.
        return withinTime((signal) =>
          turns.take(nonce, async () => {
            await nonces.check(nonce, session)
            await accounts.checkSignature(proof, subject, signal)
            // The nonce is used up last, so that nobody can use up another visitor's nonce with a wrong signature.
            await nonces.take(nonce, session)
            return { address, chainId }
          }),
        )
      },
      async revalidate(given) {
        const proof = readProof(given)
        const { subject } = readContent(proof)
        const checking = withinTime((signal) => accounts.checkSignature(proof, subject, signal))
        await checking.catch((cause: WalletError) => {
          // An account that has signed in does not leave the chain, so a node that does not know it says nothing.
          if (accounts.hasNode(subject.chainId) && !LOST.includes(cause.code)) throw cause
          throw createSignInError('rpc_failed', 'no node knows the account', { cause })
        })
        return { address: subject.address, chainId: subject.chainId }
      },
      withOrigins: (origins) => forSite(addOrigins(site, origins)),
    }
  }

  return forSite(own)
}
