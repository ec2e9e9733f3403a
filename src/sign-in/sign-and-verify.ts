import type { Connection } from '../client/state.js'
import type { SignInDetail, WalletClient } from '../client/wallet-client.js'
import { createSignInError } from '../errors/sign-in-error.js'
import { WalletError } from '../errors/wallet-error.js'
import { mayOpenWindow } from '../platform/environment.js'
import { NativePromise, now } from '../platform/natives.js'
import { untilAborted } from '../platform/until-aborted.js'
import type { SignInProof, StarknetDeployment } from '../protocol/sign-in-proof.js'
import { SIGN_IN_LIFETIME } from '../protocol/siwe/build.js'
import type { IssuedNonce } from '../protocol/starknet-message.js'
import type { SignInAdapter } from './adapter.js'
import { readDeployment } from './deployment.js'
import type { Ledger } from './ledger.js'
import type { SignInRun } from './machine.js'
import type { SignInParts } from './parts.js'
import { createMessage, readNonce } from './sign-in-message.js'

/** Longest wait for a wallet to answer how its account will be deployed, in ms. */
const DEPLOYMENT_PATIENCE = 3_000
/** The same for a wallet that asks the visitor in its own window, in ms. */
const WINDOW_PATIENCE = 30_000

/** What is there when a wallet can be asked. */
interface Start {
  ledger: Ledger
  adapter: SignInAdapter
  /** The server's answer to the request for a nonce. */
  answer: unknown
  /** Whether a window of the wallet is open already. */
  isOpen: boolean
}

/** The way of one proof, from the wallet to the server. */
interface Way extends Start {
  parts: SignInParts
  run: SignInRun
}

/** Checks that the connection of the namespace still has the same account and chain. @throws WalletError */
function checkUnchanged({ getState }: WalletClient, connection: Connection): void {
  const found = getState().connections.find(({ namespace }) => namespace === connection.namespace)
  if (!found) throw new WalletError('session_ended')
  if (found.account !== connection.account) throw createSignInError('account_mismatch')
  if (found.chainId !== connection.chainId) throw createSignInError('chain_mismatch')
}

/** Reads the nonce. When no message can be written with the answer, the next sign-in asks the server again. */
function readIssued({ server, page }: SignInParts, answer: unknown, { namespace }: Connection): IssuedNonce {
  try {
    return readNonce(answer, page, namespace)
  } catch (error) {
    server.dropNonce()
    throw error
  }
}

async function waitForClick({ machine }: SignInParts, run: SignInRun): Promise<void> {
  const clicked = new NativePromise<void>((resolve) => {
    run.click = resolve
  })
  machine.change(run, 'blocked')
  await untilAborted(clicked, run.controller.signal)
}

/** Asks how an account will be deployed, in the wallet's own window. */
async function askInWindow({ parts, run }: Way): Promise<StarknetDeployment | undefined> {
  const { signal } = run.controller
  for (;;) {
    try {
      return await untilAborted(readDeployment(run.connection, WINDOW_PATIENCE), signal)
    } catch (error) {
      if (signal.aborted) throw error
      await waitForClick(parts, run)
    }
  }
}

/** Lets the server check a proof of the account that is still connected. */
async function post({ parts, run, ledger, adapter }: Way, proof: SignInProof): Promise<SignInDetail> {
  const { client, server, holder } = parts
  const { connection } = run
  const { signal } = run.controller
  const { namespace, account: address, chainId } = connection
  checkUnchanged(client, connection)
  const isWanted = () => client.getState().connections.some((each) => each.account === address)
  const { message, signature } = proof
  // A form is verified later.
  const verified = !('isForm' in adapter)
  const detail = { namespace, message, signature, address, chainId, verified } as SignInDetail
  server.dropNonce()
  await untilAborted(ledger.prove({ adapter, proof, detail, signal, isWanted }, holder), signal)
  return detail
}

/** Lets the server check the proof. For an account that is not deployed yet, the proof includes its deployment data. */
async function prove(way: Way, proof: SignInProof): Promise<SignInDetail> {
  const { machine } = way.parts
  const { connection } = way.run
  const { signal } = way.run.controller
  machine.change(way.run, 'verifying')
  const ownWindow = way.parts.opensWindow(connection.walletId)
  const deployment = ownWindow
    ? undefined
    : await untilAborted(readDeployment(connection, DEPLOYMENT_PATIENCE), signal)
  try {
    return await post(way, deployment ? { ...proof, deployment } : proof)
  } catch (error) {
    // Some wallets open a window for this request, so send it only when the server needs the answer.
    const isMissing = (error as WalletError).code === 'account_not_deployed'
    if (!ownWindow || !isMissing || signal.aborted) throw error
    const late = await askInWindow(way)
    if (!late) throw error
    machine.change(way.run, 'verifying')
    return post(way, { ...proof, deployment: late })
  }
}

/** Lets the wallet sign, after another click where the browser needs one. @returns what it has signed */
async function sign({
  parts,
  run,
  adapter,
  answer,
  isOpen,
}: Way): Promise<Pick<SignInProof, 'message' | 'signature'>> {
  const { client, machine, page } = parts
  const { connection } = run
  const { signal } = run.controller
  const issued = readIssued(parts, answer, connection)
  const opensAnother = !isOpen && parts.opensWindow(connection.walletId)
  if (opensAnother && !mayOpenWindow()) await waitForClick(parts, run)
  for (;;) {
    checkUnchanged(client, connection)
    // The client sends its requests to the active connection, so make this connection active.
    client.activate(connection.namespace)
    const issuedAt = readTime(adapter)
    const message = createMessage(connection, issued, page, issuedAt, adapter.starknetMessage)
    machine.change(run, 'signing')
    let signature: string | string[]
    try {
      const asked =
        typeof message === 'string'
          ? client.signMessage(message, { signal })
          : client.signTypedData(message, { signal })
      signature = await untilAborted(asked, signal)
    } catch (error) {
      if ((error as WalletError).code !== 'popup_blocked' || signal.aborted) throw error
      await waitForClick(parts, run)
      continue
    }
    checkUnchanged(client, connection)
    if (readTime(adapter) - issuedAt >= SIGN_IN_LIFETIME) throw createSignInError('message_expired')
    return { message, signature }
  }
}

/** Epoch ms by the server's clock. */
const readTime = (adapter: SignInAdapter): number => adapter.now?.() ?? now()

/**
 * Lets the wallet sign, and the server check it. What the wallet has signed while it connected is sent as it is.
 *
 * The proof is sent only if account and chain are still those that signed, and the message is not older than its
 * lifetime.
 *
 * @throws WalletError
 */
export async function signAndVerify(parts: SignInParts, run: SignInRun, start: Start): Promise<SignInDetail> {
  const { connection } = run
  const { namespace, account: address, chainId } = connection
  const way = { ...start, parts, run }
  const given = parts.prompt?.use(connection, readTime(start.adapter))
  const { message, signature } = given ?? (await sign(way))
  return prove(way, { namespace, chainId, address, message, signature })
}
