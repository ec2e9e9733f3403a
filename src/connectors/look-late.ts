import { RECONNECT_INTERVAL, RECONNECT_TIMEOUT } from '../constants.js'
import { wait } from '../platform/time.js'

/**
 * Looks for wallets that are injected late, without an event: at once, then every 100 ms. The looks are counted, not the time: a page that
 * was busy for a second has not looked meanwhile.
 *
 * @param look returns whether there is nothing to look for any more
 */
export async function lookLate(look: () => boolean, signal?: AbortSignal): Promise<void> {
  for (let left = RECONNECT_TIMEOUT / RECONNECT_INTERVAL; !signal?.aborted && !look() && left > 0; left -= 1)
    await wait(RECONNECT_INTERVAL, signal)
}
