import type { ChainId } from '../chains/caip2.js'
import type { Auth } from '../client/sign-in-state.js'
import type { Connection } from '../client/state.js'
import type { SignInDetail, WalletClient } from '../client/wallet-client.js'
import { createSignInError } from '../errors/sign-in-error.js'
import { WalletError } from '../errors/wallet-error.js'
import { untilAborted } from '../platform/until-aborted.js'
import type { SignInProof, StarknetDeployment } from '../protocol/sign-in-proof.js'
import { SIGN_IN_LIFETIME } from '../protocol/siwe/build.js'
import type { IssuedNonce } from '../protocol/starknet-message.js'
import type { SignInAdapter } from './adapter.js'
import { readDeployment } from './deployment.js'
import { opensWindow } from './own-window.js'
import { createMessage, type PageAddress, readNonce } from './sign-in-message.js'
import type { Visitor } from './visitor.js'

/** Longest wait for a wallet to answer how its account will be deployed, in ms. */
const DEPLOYMENT_PATIENCE = 3_000
/** The same for a wallet that asks the visitor in its own window, in ms. */
const WINDOW_PATIENCE = 30_000

/** What {@link runSignIn} needs. */
export interface SignInRun {
  /** The client whose account signs in. */
  client: WalletClient
  /** The connection that signs in. */
  connection: Connection
  /** Finds what the wallet has signed while it connected. */
  given: Visitor['given']
  /** Whether a window of the wallet is open already. */
  isOpen: boolean
  /** The server's answer to the request for a nonce. */
  answer: unknown
  /** Called when no message can be written with that answer: the next sign-in asks the server again. */
  onUnusable(): void
  /** The page's own address. */
  page: PageAddress
  /** Aborted when the sign-in is cancelled, with the error as its reason. */
  signal: AbortSignal
  /** Epoch ms by the server's clock. */
  now(): number
  /** What Starknet accounts sign; see {@link SignInAdapter.starknetMessage}. */
  starknetMessage?: SignInAdapter['starknetMessage']
  /** Whether the server has verified the signature when {@link SignInRun.verify} resolves; a form is verified later. */
  isVerified: boolean
  /** Called as the sign-in proceeds. */
  onStatus(status: Auth['status']): void
  /** Resolves with the next click. */
  untilClick(): Promise<void>
  /** Lets the server check the proof. */
  verify(proof: SignInProof): Promise<void>
}

/** Checks that the connection of the namespace still has the same account and chain. @throws WalletError */
function checkUnchanged({ getState }: WalletClient, connection: Connection): void {
  const now = getState().connections.find(({ namespace }) => namespace === connection.namespace)
  if (!now) throw new WalletError('session_ended')
  if (now.account !== connection.account) throw createSignInError('account_mismatch')
  if (now.chainId !== connection.chainId) throw createSignInError('chain_mismatch')
}

function readIssued(
  { answer, page, onUnusable }: SignInRun,
  namespace: Connection['namespace'],
): IssuedNonce {
  try {
    return readNonce(answer, page, namespace)
  } catch (error) {
    onUnusable()
    throw error
  }
}

/**
 * Runs one sign-in, from the nonce to the server's confirmation.
 *
 * It sends the proof only if account and chain are still those that signed, and the message is not older than its
 * lifetime.
 *
 * @throws WalletError
 */
export async function runSignIn(run: SignInRun): Promise<SignInDetail> {
  const { client, connection, signal, onStatus } = run
  const { namespace, chainId, account } = connection
  const given = run.given?.(connection, run.now())
  if (given) return finish(given.message, given.signature)
  const issued = readIssued(run, namespace)
  const activation = globalThis.navigator?.userActivation
  const opensAnother = !run.isOpen && opensWindow(client, connection.walletId)
  if (opensAnother && activation?.isActive === false) await waitForClick(run)

  for (;;) {
    checkUnchanged(client, connection)
    // The client sends its requests to the active connection, so make this connection active.
    client.activate(namespace)
    const issuedAt = run.now()
    const message = createMessage(connection, issued, run.page, issuedAt, run.starknetMessage)
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
      await waitForClick(run)
      continue
    }
    checkUnchanged(client, connection)
    if (run.now() - issuedAt >= SIGN_IN_LIFETIME) throw createSignInError('message_expired')
    return finish(message, signature)
  }

  async function finish(
    message: SignInProof['message'],
    signature: string | string[],
  ): Promise<SignInDetail> {
    await prove({ namespace, chainId, address: account, message, signature })
    const proven = { namespace, message, signature } as SignInDetail
    return { ...proven, address: account, chainId: chainId as ChainId, verified: run.isVerified }
  }

  /**
   * Lets the server check the proof. For an account that is not deployed yet, the proof includes its deployment data.
   */
  async function prove(proof: SignInProof): Promise<void> {
    onStatus('verifying')
    const ownWindow = opensWindow(client, connection.walletId)
    const deployment = ownWindow
      ? undefined
      : await untilAborted(readDeployment(connection, DEPLOYMENT_PATIENCE), signal)
    try {
      await post(proof, deployment)
    } catch (error) {
      // Some wallets open a window for this request, so send it only when the server needs the answer.
      const isMissing = (error as WalletError).code === 'account_not_deployed'
      if (!ownWindow || !isMissing || signal.aborted) throw error
      const late = await askInWindow(run)
      if (!late) throw error
      onStatus('verifying')
      await post(proof, late)
    }
  }

  async function post(proof: SignInProof, deployment: StarknetDeployment | undefined): Promise<void> {
    checkUnchanged(client, connection)
    await untilAborted(run.verify(deployment ? { ...proof, deployment } : proof), signal)
  }
}

/** Asks how an account will be deployed, in the wallet's own window. */
async function askInWindow(run: SignInRun): Promise<StarknetDeployment | undefined> {
  const { connection, signal } = run
  for (;;) {
    try {
      return await untilAborted(readDeployment(connection, WINDOW_PATIENCE), signal)
    } catch (error) {
      if (signal.aborted) throw error
      await waitForClick(run)
    }
  }
}

async function waitForClick({ onStatus, untilClick, signal }: SignInRun): Promise<void> {
  onStatus('blocked')
  await untilAborted(untilClick(), signal)
}
