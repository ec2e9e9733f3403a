import type { ConnectorSource } from '../connectors/connector.js'
import { DISCOVERY_LOOK } from '../constants.js'
import { NativePromise } from '../platform/natives.js'
import { until } from '../platform/time.js'

/**
 * Waits until `holds` is true for the wallets found so far, for `ms` at most, or until the client is
 * disposed. It checks every {@link DISCOVERY_LOOK} ms and not after each wallet, because wallets announce
 * themselves in bursts, and a burst is decided on as a whole.
 */
export const untilFound = (holds: () => boolean, ms: number, disposed: AbortSignal): Promise<boolean> =>
  until(holds, ms, Math.min(ms, DISCOVERY_LOOK), disposed)

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
