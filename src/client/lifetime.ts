import { WalletError } from '../errors/wallet-error.js'
import { stopRunning } from './attempt.js'
import { pageChains, resolveConfig, type WalletClientConfig } from './config.js'
import type { Core } from './core.js'
import { nameAll } from './live-names.js'
import { clear, publish, publishChoices } from './progress.js'
import { stopWaiting } from './reconnect.js'
import { callSafely } from './store.js'

/** Takes a new configuration into use; the store's name stays. */
export function configure(core: Core, config: WalletClientConfig): void {
  core.config = { ...resolveConfig(config), store: core.config.store }
  const chains = core.connections.offer(pageChains(core.config))
  publish(core, { chains, appName: core.config.appName })
  nameAll(core)
  queueMicrotask(() => publishChoices(core))
}

/** Ends everything: subscriptions, timers, pending promises. Stored sessions stay. */
export function dispose(core: Core): void {
  if (core.disposed.aborted) return
  stopWaiting(core)
  stopRunning(core)
  core.discovery.stop()
  for (const live of core.connections.all()) {
    live.queue.end()
    callSafely(live.unwatch)
  }
  clear(core, 'dispose')
  core.life.abort()
  const call = core.pending
  core.pending = null
  call?.fail(new WalletError('disposed'))
}
