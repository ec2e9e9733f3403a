import { readField } from '../../errors/normalise.js'
import { NativePromise } from '../../platform/natives.js'
import type { Eip1193Provider } from './announcement.js'

/**
 * Sends a request. What the wallet does with its arguments does not reach ours: they are a copy. A provider that throws
 * at once, answers without a promise, or has no `request` is answered for.
 */
export async function ask(
  provider: Eip1193Provider,
  method: string,
  params?: readonly unknown[],
): Promise<unknown> {
  return await provider.request(params ? { method, params: structuredClone(params) } : { method })
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
    if (typeof readField(result, 'then') === 'function') NativePromise.resolve(result).catch(() => {})
    return true
  } catch {
    return false
  }
}
