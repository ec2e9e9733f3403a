import { type ChainId, namespaceOf, readChainId } from '../chains/caip2.js'
import { readField } from '../errors/normalise.js'
import { createSignInError } from '../errors/sign-in-catalogue.js'
import { WalletError } from '../errors/wallet-error.js'
import { readEvmAddress } from '../protocol/evm-address.js'
import { MAX_SHORT_STRING } from '../protocol/short-string.js'
import type { SignInProof, SignInResult } from '../protocol/sign-in-proof.js'
import { parseStarknetSignIn, type SignInTypedData } from '../protocol/sign-in-starknet.js'
import { readDateTime } from '../protocol/siwe/date-time.js'
import { parseSignInMessage } from '../protocol/siwe/message.js'
import { readStarknetAddress } from '../protocol/starknet-address.js'
import { DEFAULT_MESSAGE_DOMAIN, type IssuedNonce } from '../protocol/starknet-message.js'
import { verifyEvmSignature } from './evm/verify.js'
import { createMemoryStore } from './memory-store.js'
import { createNonces } from './nonces.js'
import { RPC_TIMEOUT, type RpcSource } from './rpc.js'
import { checkSite, createSite, type Site } from './site.js'
import { verifyStarknetSignature } from './starknet/verify.js'
import { createStore, type KeyValueStore } from './store.js'

const MINUTE = 60_000

/** What {@link createSignIn} takes. */
export interface SignInOptions {
  /** The site's host as browsers name it, with a port where it is not the scheme's own: `shop.example`, `localhost:3000`. */
  domain: string
  /** CAIP-2 ids of the chains that people may sign in with. */
  chains: readonly string[]
  /**
   * Where nonces are kept: a Keyv instance, a Keyv adapter or a Map. In this process's memory by default, which does for
   * one process only.
   */
  nonceStore?: KeyValueStore | undefined
  /** A node for each chain whose contract accounts are to be asked: every Starknet chain, and EVM chains with smart accounts. */
  rpc?: Readonly<Record<string, RpcSource>> | undefined
  /** `https`, unless the site is really served without it. */
  scheme?: 'https' | 'http' | undefined
  /** How long a nonce can be used, in ms: 10 minutes by default. */
  nonceLifetime?: number | undefined
  /** Oldest message that is accepted, in ms since it was issued: 10 minutes by default. */
  maxAge?: number | undefined
  /** Furthest that a visitor's clock may be ahead, in ms: 5 minutes by default. */
  clockTolerance?: number | undefined
  /** Accept Starknet messages whose domain was cut to 31 characters. Sites whose long hosts begin alike share a name then. */
  truncate?: boolean | undefined
  /** Hand out the nonce alone, as older servers do; Starknet messages then have the domain `domain`. */
  bareNonce?: boolean | undefined
  /** Epoch ms; for tests. */
  now?: (() => number) | undefined
}

/** The server's half of sign-in. */
export interface SignIn {
  readonly site: Site
  readonly bareNonce: boolean
  /** @param session what the nonce is bound to: only `verify` with the same value takes it */
  issueNonce(session?: string): Promise<IssuedNonce>
  /**
   * Checks a signed message and takes its nonce.
   *
   * @throws WalletError `signature_invalid`, `nonce_used`, `nonce_unknown`, `domain_mismatch`, `chain_mismatch`,
   *   `account_mismatch`, `message_expired`, `message_invalid`, `message_too_long`, `account_not_deployed`,
   *   `request_invalid`, `rpc_failed`, `store_failed`
   */
  verify(proof: SignInProof, session?: string): Promise<SignInResult>
}

/** What both kinds of message say, once read. */
interface Claim {
  nonce: string
  chainId: string
  /** Epoch ms. */
  issuedAt?: number | undefined
  notBefore?: number | undefined
  expiresAt?: number | undefined
}

/**
 * Issues nonces and verifies who signed them.
 *
 * @throws WalletError `config_invalid`
 */
export function createSignIn(options: SignInOptions): SignIn {
  const { rpc = {}, truncate = false, bareNonce = false, now = Date.now } = options
  const { nonceLifetime = 10 * MINUTE, maxAge = 10 * MINUTE, clockTolerance = 5 * MINUTE } = options
  const site = createSite(options.domain, options.scheme)
  const chains = options.chains.map((chain) => readChainId(chain))
  if (chains.length === 0 || chains.includes(null)) {
    throw new WalletError('config_invalid', { message: 'createSignIn: chains must be a list of CAIP-2 ids' })
  }
  const nodes = new Map<string, RpcSource>()
  for (const [chain, node] of Object.entries(rpc)) nodes.set(readChainId(chain) ?? chain, node)
  const nonces = createNonces(createStore(options.nonceStore ?? createMemoryStore(), now), nonceLifetime)
  const starknetDomain = bareNonce
    ? DEFAULT_MESSAGE_DOMAIN
    : truncate
      ? site.domain.slice(0, MAX_SHORT_STRING)
      : site.domain

  function readEvm(message: unknown, address: string): Claim {
    const fields = parseSignInMessage(message)
    checkSite(site, fields)
    if (readEvmAddress(fields.address) !== address) throw createSignInError('account_mismatch')
    const time = (text: string | undefined) =>
      text === undefined ? undefined : (readDateTime(text) ?? undefined)
    return {
      nonce: fields.nonce,
      chainId: `eip155:${fields.chainId}`,
      issuedAt: time(fields.issuedAt),
      notBefore: time(fields.notBefore),
      expiresAt: time(fields.expirationTime),
    }
  }

  function readStarknet(message: unknown, address: string): Claim {
    const fields = parseStarknetSignIn(message)
    const domain = fields.revision === 1 ? site.domain : starknetDomain
    if (fields.domain !== domain) throw createSignInError('domain_mismatch')
    if (fields.address !== undefined && fields.address !== address)
      throw createSignInError('account_mismatch')
    const time = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1_000)
    return {
      nonce: fields.nonce,
      chainId: fields.chainId,
      issuedAt: time(fields.issuedAt),
      expiresAt: time(fields.expiresAt),
    }
  }

  function checkTimes({ issuedAt, notBefore, expiresAt }: Claim): void {
    const time = now()
    if (issuedAt !== undefined && issuedAt > time + clockTolerance) {
      throw createSignInError('message_expired', 'it was issued in the future: check the clock')
    }
    if (issuedAt !== undefined && issuedAt < time - maxAge) throw createSignInError('message_expired')
    if (expiresAt !== undefined && expiresAt <= time) throw createSignInError('message_expired')
    if (notBefore !== undefined && notBefore > time)
      throw createSignInError('message_expired', 'it is not valid yet')
  }

  return {
    site,
    bareNonce,
    async issueNonce(session) {
      return { nonce: await nonces.issue(session), domain: bareNonce ? DEFAULT_MESSAGE_DOMAIN : site.domain }
    },
    async verify(proof, session) {
      const { namespace, chainId, address } = readSubject(proof)
      const message = readField(proof, 'message')
      const claim = namespace === 'eip155' ? readEvm(message, address) : readStarknet(message, address)
      if (claim.chainId !== chainId || !chains.includes(chainId)) throw createSignInError('chain_mismatch')
      checkTimes(claim)
      await nonces.check(claim.nonce, session)

      const signature = readField(proof, 'signature')
      const node = nodes.get(chainId)
      const signal = AbortSignal.timeout(RPC_TIMEOUT)
      if (namespace === 'eip155') {
        await verifyEvmSignature({ address, message: message as string, signature }, node, signal)
      } else {
        const check = {
          address,
          typedData: message as SignInTypedData,
          signature,
          deployment: readField(proof, 'deployment'),
        }
        await verifyStarknetSignature(check, node, signal)
      }
      // Taken only now, so that nobody can use up another visitor's nonce with a signature that is not theirs.
      await nonces.take(claim.nonce, session)
      return { address, chainId }
    },
  }
}

/** Who claims to have signed, in our own spelling. */
function readSubject(proof: unknown): {
  namespace: 'eip155' | 'starknet'
  chainId: ChainId
  address: string
} {
  const chainId = readChainId(readField(proof, 'chainId'))
  const namespace = readField(proof, 'namespace')
  const given = readField(proof, 'address')
  if (!chainId || (namespace !== undefined && namespace !== namespaceOf(chainId))) {
    throw new WalletError('request_invalid', {
      message: 'sign-in: namespace and chainId do not make a chain',
    })
  }
  const address = namespaceOf(chainId) === 'eip155' ? readEvmAddress(given) : readStarknetAddress(given)
  if (!address)
    throw new WalletError('request_invalid', { message: 'sign-in: address is not an address of this chain' })
  return { namespace: namespaceOf(chainId), chainId, address }
}
