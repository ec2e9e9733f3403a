import type { Connector } from '../connectors/connector.js'
import { RECONNECT_INTERVAL, RECONNECT_TIMEOUT } from '../constants.js'
import { NativePromise } from '../platform/natives.js'
import { wait } from '../platform/time.js'
import type { Namespace } from '../protocol/caip2.js'
import type { Core } from './core.js'
import { callSafely } from './store.js'

/**
 * Finds, without a prompt, the first wallet that would restore its earlier session. It changes nothing: no
 * connection, no record, no event.
 *
 * @param ids the wallet of each namespace
 * @param over aborted when nobody waits for the answer any more; the questions end then
 * @returns null when no wallet answers within a second
 */
export async function findLastWallet(
  core: Pick<Core, 'records' | 'config' | 'finding'>,
  findConnector: (id: string) => Connector | undefined,
  ids: readonly (readonly [Namespace, string])[],
  over: AbortSignal,
): Promise<Connector | null> {
  const { records } = core
  const control = new AbortController()
  const { signal } = control
  const end = () => control.abort()
  over.addEventListener('abort', end)
  let found: Connector | null = null

  async function ask(connector: Connector): Promise<void> {
    try {
      const topic = records.readWallet(connector.key)?.topic
      core.finding++
      const restoring = connector.restore({ config: core.config, signal, topic })
      const session = await restoring.finally(() => {
        core.finding--
      })
      if (!session) return
      // The caller needs only the wallet's name: stop listening to the session, and leave the permission as
      // it is.
      if (!session.topic) callSafely(() => session.watch(() => {})())
      if (!session.account || !session.chainId || signal.aborted) return
      found ??= connector
      end()
    } catch {
      // A locked or failing wallet would restore nothing without a prompt.
    }
  }

  await NativePromise.all(
    ids.map(async ([namespace, walletId]) => {
      let isOver = false
      const second = wait(RECONNECT_TIMEOUT, signal).then(() => {
        isOver = true
      })
      while (!isOver) {
        const connector = findConnector(walletId)
        // When two wallets share the id, the client restores neither of them by itself.
        const isReady =
          connector?.namespace === namespace && connector.availability === 'ready' && !connector.note
        if (isReady) await NativePromise.race([ask(connector), second])
        await NativePromise.race([second, wait(RECONNECT_INTERVAL, signal)])
      }
    }),
  )
  over.removeEventListener('abort', end)
  // A wallet that has not answered is no longer listened to.
  end()
  return found
}
