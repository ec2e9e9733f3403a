import type { ConnectorSource } from '../connectors/connector.js'
import { clearTimer, NativePromise, setTimer } from '../platform/natives.js'
import type { Core } from './core.js'

/** Wallets that announce themselves within this time are decided on as a whole, in ms. */
const DISCOVERY_BURST = 20

/**
 * Waits until `holds` is true for the wallets found so far, for `ms` at most, or until the client is disposed. Discovery
 * and the client's state wake it. It checks {@link DISCOVERY_BURST} ms after such a change and not after each wallet,
 * because wallets announce themselves in bursts, and a burst is decided on as a whole.
 */
export function untilFound(
  { discovery, store, disposed }: Core,
  holds: () => boolean,
  ms: number,
): Promise<void> {
  return new NativePromise((resolve) => {
    if (holds() || ms <= 0 || disposed.aborted) return resolve()
    let burst: number | undefined
    const end = () => {
      for (const timer of [limit, burst]) clearTimer(timer)
      for (const stop of stops) stop()
      disposed.removeEventListener('abort', end)
      resolve()
    }
    const check = () => {
      burst = undefined
      if (holds()) end()
    }
    const onChange = () => {
      burst ??= setTimer(check, DISCOVERY_BURST)
    }
    const limit = setTimer(end, ms)
    const stops = [discovery.watch(onChange), store.subscribe(onChange)]
    disposed.addEventListener('abort', end)
  })
}

/**
 * Follows the parts that sources still load. @returns whether a part that may bring more wallets is still
 * missing
 */
export function watchLoading(sources: readonly ConnectorSource[]): () => boolean {
  const parts = sources.flatMap(({ settled }) => settled ?? [])
  let isLoading = parts.length > 0
  const onLoaded = () => {
    isLoading = false
  }
  NativePromise.all(parts).then(onLoaded, onLoaded)
  return () => isLoading
}
