import { allChains } from '../connectors/config.js'
import { WalletError } from '../errors/wallet-error.js'
import { changeCall, move } from './call.js'
import { publish, publishChoices } from './choices.js'
import { resolveConfig, type WalletClientConfig } from './config.js'
import type { Core } from './core.js'
import { nameAll } from './live-names.js'
import { leaveWaiting } from './reconnect.js'

/** Applies a new configuration; the store keeps its name. A client that is disposed stays as it is. */
export function configure(core: Core, config: WalletClientConfig): void {
  if (core.disposed.aborted) return
  core.config = { ...resolveConfig(config), store: core.config.store }
  // A call whose visitor still chooses shows and connects what the page offers now.
  const { phase } = core.now
  if (phase === 'choosing') changeCall(core, { config: core.config })
  const chains = core.connections.offer(allChains(core.config))
  publish(core, { chains, appName: core.config.appName })
  nameAll(core)
  queueMicrotask(() => publishChoices(core))
}

/** Ends subscriptions, timers and pending promises. The wallets are not told, and stored sessions stay. */
export function dispose(core: Core): void {
  if (core.disposed.aborted) return
  leaveWaiting(core)
  core.discovery.stop()
  for (const live of core.connections.all()) core.connections.drop(live)
  core.connections.publish()
  const { call } = core.now
  move(core, 'dispose', { call: null })
  core.life.abort()
  call?.fail(new WalletError('disposed'))
}
