import { readField } from '../../errors/normalise.js'
import { WalletError } from '../../errors/wallet-error.js'
import { withFirstAbort } from '../../platform/first-abort.js'
import { NativePromise } from '../../platform/natives.js'
import { wait } from '../../platform/time.js'
import { type ChainId, readEvmChainId } from '../../protocol/caip2.js'
import type { RequestProgress } from '../requests.js'
import { readAccounts } from './accounts.js'
import type { Eip1193Provider } from './announcement.js'
import type { EvmSessionContext } from './session-context.js'

/** Whether there is no provider at all. A provider that throws when it is read exists, so it is asked. */
export function isMissing(provider: unknown): boolean {
  try {
    return typeof (provider as Eip1193Provider | null | undefined)?.request !== 'function'
  } catch {
    return false
  }
}

/**
 * Sends a request with a copy of the arguments, so that the wallet cannot change ours. A provider may throw at once or
 * answer without a promise; the result is always a promise.
 *
 * @throws WalletError `no_provider` for a provider without `request`
 */
export async function ask(
  provider: Pick<Eip1193Provider, 'request'>,
  method: string,
  params?: unknown,
): Promise<unknown> {
  if (isMissing(provider)) throw new WalletError('no_provider')
  return await provider.request(params ? { method, params: structuredClone(params) } : { method })
}

/** A question that opens no window is asked once more after this time, in ms, because its answer may be lost. */
const ASK_AGAIN = 1_000

/** The longest wait for an answer to such a question, in ms. */
const GIVE_UP = 4_000

/** Asks a question that opens no window. @throws WalletError `wallet_timeout`, also when `signal` is aborted */
const askSilently = (provider: PinnedProvider, method: string, signal: AbortSignal): Promise<unknown> =>
  withFirstAbort([signal], (over) => {
    const first = ask(provider, method)
    const again = wait(ASK_AGAIN, over).then(() => (over.aborted ? first : ask(provider, method)))
    const late = wait(GIVE_UP, over).then(() => {
      throw new WalletError('wallet_timeout')
    })
    return NativePromise.race([first, again, late])
  })

/**
 * Reads what a wallet shows now. `eth_accounts` is the only question that no wallet answers with a window: Keplr asks for
 * its permission, or to be unlocked, before it answers any other. So the chain is read once an account is known.
 *
 * @returns null for each that makes no sense; the chain is null also when there is no account, or the wallet does not say it
 * @throws WalletError `wallet_timeout`, or the wallet's error, when it does not say its accounts
 */
export async function look(
  provider: PinnedProvider,
  signal: AbortSignal,
): Promise<{ accounts: string[] | null; chainId: ChainId | null }> {
  const accounts = readAccounts(await askSilently(provider, 'eth_accounts', signal))
  const chainId = accounts?.length
    ? await askSilently(provider, 'eth_chainId', signal).then(readEvmChainId, () => null)
    : null
  return { accounts, chainId }
}

/** Hands the page's request to the wallet, as {@link ask} does, unless it is given up. */
export const hand = (
  { provider, carry }: Pick<EvmSessionContext, 'provider' | 'carry'>,
  progress: RequestProgress,
  method: string,
  params: unknown,
): Promise<unknown> =>
  progress.send(() =>
    carry ? carry({ method, params: structuredClone(params) }, progress) : ask(provider, method, params),
  )

/** A provider whose `request` function is the one that the wallet had when it was connected. */
export type PinnedProvider = Pick<Eip1193Provider, 'request'>

/**
 * Pins a provider's current `request` function. If a page script replaces it later, the replacement is not called, and
 * the console says so once. Some wallets return a new function at each read; that is no replacement.
 *
 * @returns an object to make requests with; they reject with `no_provider` when the provider has lost its `request`, and with
 * `wallet_unavailable` when it cannot be read
 */
export function pinProvider(provider: Eip1193Provider): PinnedProvider {
  const read = () => {
    try {
      return provider.request
    } catch (cause) {
      throw new WalletError('wallet_unavailable', { cause })
    }
  }
  const pinned = read()
  let isSteady = read() === pinned
  return {
    async request(args) {
      const now = read()
      if (typeof now !== 'function') throw new WalletError('no_provider')
      if (isSteady && now !== pinned) {
        isSteady = false
        console.warn(
          'wallet-connect-button: something has replaced the request function of the connected wallet; the session keeps the first',
        )
      }
      return pinned.call(provider, args)
    },
  }
}

/**
 * Subscribes to a provider's events.
 *
 * @returns the way to stop, or null when the provider has no working `on`
 */
export function listenTo(
  provider: Eip1193Provider,
  events: Record<string, (payload: unknown) => void>,
): (() => void) | null {
  const on = readField(provider, 'on')
  if (typeof on !== 'function') return null
  const subscribed: [string, (payload: unknown) => void][] = []
  // Trust has no removeListener, other wallets have no off.
  const stop = () => {
    const remove = readField(provider, 'removeListener') ?? readField(provider, 'off')
    if (typeof remove !== 'function') return
    for (const entry of subscribed) swallow(() => remove.apply(provider, entry))
  }
  for (const [event, listener] of Object.entries(events)) {
    if (!swallow(() => on.call(provider, event, listener))) {
      stop()
      return null
    }
    subscribed.push([event, listener])
  }
  return stop
}

/** Runs a wallet's code and swallows its errors and rejections. @returns whether it returned without throwing */
function swallow(run: () => unknown): boolean {
  try {
    const result = run()
    // Some wallets answer with a promise; that one rejects is as good as no answer.
    if (typeof readField(result, 'then') === 'function') NativePromise.resolve(result).catch(() => {})
    return true
  } catch {
    return false
  }
}
