import { readField } from '../../errors/normalise.js'
import { WalletError } from '../../errors/wallet-error.js'
import { NativePromise } from '../../platform/natives.js'
import type { Eip1193Provider } from './announcement.js'

/** Whether there is no provider at all. A provider that throws when it is read exists, and is asked. */
export function isMissing(provider: unknown): boolean {
  try {
    return typeof (provider as Eip1193Provider | null | undefined)?.request !== 'function'
  } catch {
    return false
  }
}

/**
 * Sends a request. What the wallet does with its arguments does not reach ours: they are a copy. A provider that throws
 * at once or answers without a promise is answered for.
 *
 * @throws WalletError `no_provider` for one that has no `request`
 */
export async function ask(
  provider: Pick<Eip1193Provider, 'request'>,
  method: string,
  params?: readonly unknown[],
): Promise<unknown> {
  if (isMissing(provider)) throw new WalletError('no_provider')
  return await provider.request(params ? { method, params: structuredClone(params) } : { method })
}

/** A provider's `request` as it was when the wallet was connected. */
export type HeldProvider = Pick<Eip1193Provider, 'request'>

/**
 * Holds on to a provider's `request` as it is now: one that a script of the page puts in its place later is not called, and
 * the console says once that there is one. Some wallets make the function anew at each read; that is no replacement.
 *
 * @returns what requests are made with; they reject with `wallet_unavailable` where nothing can be read from the provider
 */
export function holdProvider(provider: Eip1193Provider): HeldProvider {
  const read = () => {
    try {
      return provider.request
    } catch (cause) {
      throw new WalletError('wallet_unavailable', { cause })
    }
  }
  const held = read()
  let isSteady = read() === held
  return {
    async request(args) {
      if (isSteady && read() !== held) {
        isSteady = false
        console.warn('The request function of the connected wallet was replaced. The first one is used on.')
      }
      return held.call(provider, args)
    },
  }
}

/**
 * Subscribes to a provider's events.
 *
 * @returns the way to stop, or null where the provider has no working `on`
 */
export function listenTo(
  provider: Eip1193Provider,
  events: Record<string, (payload: unknown) => void>,
): (() => void) | null {
  const on = readField(provider, 'on')
  if (typeof on !== 'function') return null
  const subscribed: [string, (payload: unknown) => void][] = []
  // Trust has no removeListener, others no off
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

/** Runs foreign code; a throw, and a promise that rejects, end here. @returns whether it returned */
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
