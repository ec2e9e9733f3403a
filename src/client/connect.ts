import { WalletError } from '../errors/wallet-error.js'
import { NativePromise } from '../platform/natives.js'
import { type ChainId, namespaceOf, parseChainId } from '../protocol/caip2.js'
import { attempt, stopRunning } from './attempt.js'
import { failWith } from './call-result.js'
import type { Core, Pending } from './core.js'
import { findConnector, move } from './progress.js'
import { answersTo } from './select-connectors.js'
import { choose, serve } from './serve-call.js'
import type { ConnectOptions, ConnectResult } from './wallet-client.js'
import { report } from './wallet-requests.js'

/** Begins a call of `connect`, or joins the call that waits for the same wallet. */
export function connect(core: Core, given?: ConnectOptions): Promise<ConnectResult> {
  // A page script may have added fields to Object.prototype; they are not options of this call.
  const options: ConnectOptions = Object.assign(Object.create(null), given)
  const { pending, running, config, store } = core
  if (core.disposed.aborted) return NativePromise.reject(new WalletError('disposed'))
  const { walletId } = options
  let chainId: ChainId | undefined
  try {
    if (options.chainId !== undefined) chainId = parseChainId(options.chainId)
  } catch (error) {
    return report(core, () => NativePromise.reject(error))
  }
  const theirs = running?.connector.namespace ?? (pending?.chainId && namespaceOf(pending.chainId))
  const isSame =
    (chainId === undefined || !theirs || namespaceOf(chainId) === theirs) &&
    (walletId === undefined ||
      walletId === pending?.options.walletId ||
      (running !== null && answersTo(running.connector, walletId)))
  if (isSame && running && (options.mode ?? config.mode) !== 'neverAsk') store.set({ open: true })
  if (isSame && pending) return pending.promise
  core.pending = null
  if (running && !isSame) {
    stopRunning(core)
    move(core, store.get().open ? 'back' : 'cancel', { attempt: null })
  }
  pending?.fail(new WalletError('busy'))
  const call = { options, chainId, config } as Pending
  call.promise = new NativePromise((resolve, reject) => {
    call.settle = resolve
    call.fail = reject
  })
  core.pending = call
  // An attempt that the visitor started from the list answers this call too.
  if (!core.running) failWith(core, call, serve(core, call))
  return call.promise
}

/** Chooses a row of the list. */
export function pick(core: Core, walletId: string, chainId?: ChainId): void {
  const connector = findConnector(core, walletId)
  const { pending, running, config } = core
  // A second click on the same row would show a second prompt.
  if (connector?.availability !== 'ready' || running?.connector.id === connector.id) return
  if (pending) choose(core, connector, pending, false)
  // `attempt` never rejects: it puts a failure into the state.
  else void attempt(core, connector, { chainId, config })
}
