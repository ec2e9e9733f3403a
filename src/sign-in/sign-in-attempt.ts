import type { ChainId, Namespace } from '../chains/caip2.js'
import type { Auth } from '../client/sign-in-state.js'
import type { Connection } from '../client/state.js'
import type { SignInDetail, WalletClient } from '../client/wallet-client.js'
import { createSignInError } from '../errors/sign-in-error.js'
import { WalletError } from '../errors/wallet-error.js'
import { NativePromise } from '../platform/natives.js'
import { MAX_SHORT_STRING } from '../protocol/short-string.js'
import { parseNonceAnswer } from '../protocol/sign-in-nonce.js'
import type { SignInProof, StarknetDeployment } from '../protocol/sign-in-proof.js'
import {
  createStarknetSignIn,
  createStarknetSignInRevision1,
  type SignInTypedData,
} from '../protocol/sign-in-starknet.js'
import { createEvmSignIn, SIGN_IN_LIFETIME } from '../protocol/siwe/build.js'
import { DEFAULT_MESSAGE_DOMAIN, type IssuedNonce } from '../protocol/starknet-message.js'
import type { SignInAdapter } from './adapter.js'
import { readDeployment } from './deployment.js'
import { opensWindow } from './own-window.js'

/** Longest waits for a wallet to say how its account will be deployed, in ms: a question, and one in a window. */
const DEPLOYMENT_PATIENCE = 3_000
const WINDOW_PATIENCE = 30_000

/** The page's own address: what a signature is bound to. */
export interface PageAddress {
  /** Host as browsers name it, with a port where it is not the scheme's own. */
  host: string
  origin: string
}

/** What {@link runSignIn} works with. */
export interface SignInRun {
  client: WalletClient
  /** The connection that signs in. */
  one: Connection
  /** A window of the wallet is open already. */
  isOpen: boolean
  /** The server's answer to the question for a nonce. */
  answer: unknown
  page: PageAddress
  /** Aborted, with the error as its reason, when the sign-in is called off. */
  signal: AbortSignal
  /** Epoch ms by the server's clock. */
  now(): number
  starknetMessage?: SignInAdapter['starknetMessage']
  onStatus(status: Auth['status']): void
  /** Resolves with the next click. */
  untilClick(): Promise<void>
  /** Has the server check the proof. */
  verify(proof: SignInProof): Promise<void>
}

/**
 * Reads the nonce and holds it to this page: a nonce for another host is never shown to a wallet.
 *
 * @throws WalletError `domain_mismatch`, `message_invalid`, `request_invalid`
 */
export function readNonce(answer: unknown, { host }: PageAddress, namespace: Namespace): IssuedNonce {
  // A file, or a page in a frame without an address.
  if (!host) throw createSignInError('message_invalid', 'this page has no host')
  const issued = parseNonceAnswer(answer, namespace)
  if (issued.domain !== host && issued.domain !== DEFAULT_MESSAGE_DOMAIN) {
    throw createSignInError('domain_mismatch', `${issued.domain.slice(0, 80)}, and this is ${host}`)
  }
  return issued
}

/** What is signed: EIP-4361 on EVM; on Starknet the typed data of the specification. */
function createMessage(
  { account, chainId, namespace }: Connection,
  { nonce, domain, path, resources }: IssuedNonce,
  { host, origin }: PageAddress,
  issuedAt: number,
  form: SignInRun['starknetMessage'],
): string | SignInTypedData {
  if (namespace === 'eip155') {
    return createEvmSignIn({ origin, address: account, chainId, nonce, issuedAt, path, resources })
  }
  // The short form has room for 31 characters; two long hosts must not become one by being cut.
  const truncate = form === 'truncate'
  if (form === 'revision-1' || (domain.length > MAX_SHORT_STRING && !truncate)) {
    const seconds = Math.floor(issuedAt / 1_000)
    const expiresAt = seconds + SIGN_IN_LIFETIME / 1_000
    return createStarknetSignInRevision1({
      host,
      address: account,
      nonce,
      chainId,
      issuedAt: seconds,
      expiresAt,
    })
  }
  return createStarknetSignIn({ message: nonce, domain, chainId, truncate })
}

/** Settles like `promise`, or rejects with the signal's reason as soon as it is aborted. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new NativePromise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** The connection of the same namespace, if it is still on the same account and chain. @throws WalletError */
export function checkUnchanged({ getState }: WalletClient, one: Connection): void {
  const now = getState().connections.find(({ namespace }) => namespace === one.namespace)
  if (!now) throw new WalletError('session_ended')
  if (now.account !== one.account) throw createSignInError('account_mismatch')
  if (now.chainId !== one.chainId) throw createSignInError('chain_mismatch')
}

/**
 * One sign-in, from the nonce to the server's yes.
 *
 * Nothing is sent to the server unless account and chain are still those that were signed with, and the message is not
 * older than its lifetime.
 *
 * @throws WalletError
 */
export async function runSignIn(run: SignInRun): Promise<SignInDetail> {
  const { client, one, signal, onStatus } = run
  const { namespace, chainId, account } = one
  const issued = readNonce(run.answer, run.page, namespace)
  const activation = globalThis.navigator?.userActivation
  const opensAnother = !run.isOpen && opensWindow(client, one.walletId)
  if (opensAnother && activation?.isActive === false) await waitForClick()

  for (;;) {
    checkUnchanged(client, one)
    // The client's requests are the active connection's.
    client.activate(namespace)
    const issuedAt = run.now()
    const message = createMessage(one, issued, run.page, issuedAt, run.starknetMessage)
    onStatus('signing')
    let signature: string | string[]
    try {
      const asked =
        typeof message === 'string'
          ? client.signMessage(message, { signal })
          : client.signTypedData(message, { signal })
      signature = await untilAborted(asked, signal)
    } catch (error) {
      if ((error as WalletError).code !== 'popup_blocked' || signal.aborted) throw error
      await waitForClick()
      continue
    }
    checkUnchanged(client, one)
    if (run.now() - issuedAt >= SIGN_IN_LIFETIME) throw createSignInError('message_expired')
    await prove({ namespace, chainId, address: account, message, signature })
    return { address: account, chainId: chainId as ChainId, namespace, message, signature, verified: true }
  }

  /** Has the proof checked; of an account that is not deployed yet together with how it will be. */
  async function prove(proof: SignInProof): Promise<void> {
    onStatus('verifying')
    const ownWindow = opensWindow(client, one.walletId)
    const deployment = ownWindow
      ? undefined
      : await untilAborted(readDeployment(one, DEPLOYMENT_PATIENCE), signal)
    try {
      await post(proof, deployment)
    } catch (error) {
      // A wallet with a window of its own shows one for this, so that it is asked only where it has to be.
      const isMissing = (error as WalletError).code === 'account_not_deployed'
      if (!ownWindow || !isMissing || signal.aborted) throw error
      const late = await askInWindow()
      if (!late) throw error
      onStatus('verifying')
      await post(proof, late)
    }
  }

  async function post(proof: SignInProof, deployment: StarknetDeployment | undefined): Promise<void> {
    checkUnchanged(client, one)
    await untilAborted(run.verify(deployment ? { ...proof, deployment } : proof), signal)
  }

  async function askInWindow(): Promise<StarknetDeployment | undefined> {
    for (;;) {
      try {
        return await untilAborted(readDeployment(one, WINDOW_PATIENCE), signal)
      } catch (error) {
        if (signal.aborted) throw error
        await waitForClick()
      }
    }
  }

  async function waitForClick(): Promise<void> {
    onStatus('blocked')
    await untilAborted(run.untilClick(), signal)
  }
}
