import { type Connection, isOnWrongNetwork } from '../client/state.js'
import type { SignInDetail, WalletClient } from '../client/wallet-client.js'
import { toWalletError } from '../errors/normalise.js'
import { WalletError } from '../errors/wallet-error.js'
import { createPart } from '../platform/chunks.js'
import { NativePromise } from '../platform/natives.js'
import { untilAborted } from '../platform/until-aborted.js'
import { checkStatement } from '../protocol/sign-in-statement.js'
import type { SignInRun } from './machine.js'
import type { SignInParts } from './parts.js'

/** The code that signs, which a page without sign-in never needs. */
const SIGNING = createPart(() => import('./sign-and-verify.js'))

/**
 * Brings a wallet to a chain of the page: no visitor signs in on a chain that the page does not list.
 *
 * @returns the connection there
 * @throws WalletError as `switchChain`; `chain_mismatch` when the page has no chain for this wallet
 */
async function reachListedChain(
  client: WalletClient,
  { connection, controller }: SignInRun,
): Promise<Connection> {
  const { namespace } = connection
  const { chains } = client.getState()
  const chainId = chains.find((chain) => chain.startsWith(`${namespace}:`))
  if (!chainId) throw new WalletError('chain_mismatch')
  // The client sends its requests to the active connection, so make this connection active.
  client.activate(namespace)
  await untilAborted(client.switchChain({ chainId }), controller.signal)
  const moved = client.getState().connections.find((each) => each.namespace === namespace)
  if (!moved) throw new WalletError('session_ended')
  if (isOnWrongNetwork(moved, chains)) throw new WalletError('chain_mismatch')
  return moved
}

/** What only the site's owner can mend: the console tells more than the visitor learns. */
const SITE_FAULTS: ReadonlySet<string> = new Set(['config_invalid', 'domain_mismatch', 'origin_refused'])

/** Why a call of the page's server, or a sign-in, has failed. */
export function toFailure(caught: unknown): WalletError {
  const error = toWalletError(caught, 'api_failed')
  if (SITE_FAULTS.has(error.code)) console.error(error.message)
  return error
}

/** Fetches ahead what a sign-in needs before it may ask the wallet. It fetches again what could not be fetched, and reports the reason. */
export async function fetchAhead({ server }: SignInParts): Promise<void> {
  SIGNING.load().catch(() => {})
  try {
    const ledger = server.get()
    await server.askNonce(ledger, await ledger.reach())
  } catch {
    // The sign-in reports it.
  }
}

/** Runs a sign-in to its end: the right chain, the nonce and the code, the signature, the server's answer. */
export async function runSignIn(parts: SignInParts, run: SignInRun): Promise<SignInDetail> {
  const { client, machine, server, page } = parts
  const { signal } = run.controller
  // A wallet that has just been connected signs in the same window, without another click.
  const release = client.holdWindow(run.connection.namespace)
  try {
    signal.throwIfAborted()
    // Before a wallet is asked, also for another chain.
    checkStatement(page.statement)
    // Its account or its chain may have changed while this code was on its way.
    const { connections, chains } = client.getState()
    const same = connections.find(({ walletId }) => walletId === run.connection.walletId)
    if (same) machine.change(run, run.stage, same)
    if (isOnWrongNetwork(run.connection, chains)) {
      const connection = await reachListedChain(client, run)
      machine.change(run, 'nonce', connection)
    }
    const ledger = server.get()
    const adapter = await untilAborted(ledger.reach(), signal)
    const loading = NativePromise.all([SIGNING.load(), server.askNonce(ledger, adapter)])
    const [{ signAndVerify }, answer] = await untilAborted(loading, signal)
    ledger.hear()
    return await signAndVerify(parts, run, { ledger, adapter, answer, isOpen: !!release })
  } catch (caught) {
    throw toFailure(caught)
  } finally {
    release?.()
  }
}
