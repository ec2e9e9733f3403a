import { allChains } from '../connectors/config.js'
import { WalletError } from '../errors/wallet-error.js'
import { NativePromise } from '../platform/natives.js'
import { type ChainId, namespaceOf, parseChainId } from '../protocol/caip2.js'
import { attempt, stopRunning } from './attempt.js'
import { failWith, toNamed, toResult } from './call-result.js'
import type { Core, Pending, Running } from './core.js'
import { findConnector, move, publishChoices } from './progress.js'
import { answersTo } from './select-connectors.js'
import { choose, findConnection, serve, serveSilently, wantsWallet } from './serve-call.js'
import type { ConnectOptions, ConnectResult } from './wallet-client.js'
import { ask, report } from './wallet-requests.js'

/**
 * What a call resolves with: the result of the call that it has begun or joined, as far as it wants that.
 *
 * @param on the chain that the wallet is asked for; a call that wants another one asks for a switch afterwards
 */
function answer(core: Core, { result }: Pending, call: Pending, on?: ChainId): Promise<ConnectResult> {
  const { chainId, config } = call
  if (!wantsWallet(call)) return result.then(toNamed)
  if (!chainId || chainId === on) return result
  return result.then(async (shared) => {
    const live = shared.wallet && findConnection(core, call)
    if (!live || live.chainId === chainId) return shared
    await report(core, () => ask(live, 'switch', 'switchChain', [chainId, config]))
    return toResult(core, live)
  })
}

/**
 * Joins a call that waits for the same wallet: the visitor chooses once, and each call gets what it wants. If one of them wants
 * the wallet, it is connected.
 */
function join(core: Core, pending: Pending, call: Pending): Promise<ConnectResult> {
  if (wantsWallet(call)) pending.options.resultType = 'wallet'
  const isOpen = !core.running && pending.options.walletId === undefined
  if (call.chainId && isOpen && !pending.chainId) {
    pending.chainId = call.chainId
    publishChoices(core)
  }
  return answer(core, pending, call, (core.running ?? pending).chainId)
}

/** Begins a call of `connect`, or joins the call that waits for the same wallet. */
export function connect(core: Core, given?: ConnectOptions): Promise<ConnectResult> {
  // A page script may have added fields to Object.prototype; they are not options of this call.
  const options: ConnectOptions = Object.assign(Object.create(null), given)
  const { pending, running, config, store } = core
  if (core.disposed.aborted) return NativePromise.reject(new WalletError('disposed'))
  const { walletId } = options
  const call = { options, chainId: undefined, config } as Pending
  try {
    if (options.chainId !== undefined) call.chainId = parseChainId(options.chainId)
  } catch (error) {
    return report(core, () => NativePromise.reject(error))
  }
  const { chainId } = call
  const isSilent = (options.mode ?? config.mode) === 'neverAsk'
  // A wallet that the call names is asked, unless the call itself says `neverAsk`.
  if (isSilent && (walletId === undefined || options.mode)) return serveSilently(core, call)
  // No wallet may be switched to an EVM chain that the page does not have, so none is asked. It may be there already.
  const isForeign = chainId?.startsWith('eip155:') && !allChains(config).includes(chainId)
  if (isForeign && wantsWallet(call) && findConnection(core, call)?.chainId !== chainId)
    return report(core, () =>
      NativePromise.reject(new WalletError('network_switching_only_available_in_wallet')),
    )
  const theirs = running?.connector.namespace ?? (pending?.chainId && namespaceOf(pending.chainId))
  const isSame =
    (chainId === undefined || !theirs || namespaceOf(chainId) === theirs) &&
    (walletId === undefined ||
      walletId === pending?.options.walletId ||
      (running !== null && answersTo(running.connector, walletId)))
  if (isSame && running && !isSilent) store.set({ open: true })
  if (isSame && pending) return join(core, pending, call)
  core.pending = null
  if (running && !isSame) {
    stopRunning(core)
    move(core, store.get().open ? 'back' : 'cancel', { attempt: null })
  }
  pending?.fail(new WalletError('busy'))
  call.result = new NativePromise((resolve, reject) => {
    call.settle = resolve
    call.fail = reject
  })
  const promise = answer(core, call, call, (core.running ?? call).chainId)
  core.pending = call
  // An attempt that the visitor started from the list answers this call too.
  if (!core.running) failWith(core, call, serve(core, call))
  return promise
}

/** Chooses a row of the list. @param again the attempt that has failed, when it is tried again */
export function pick(core: Core, walletId: string, again?: Running): void {
  const connector = findConnector(core, walletId)
  const { pending, running, config } = core
  // A second click on the same row would show a second prompt.
  if (connector?.availability !== 'ready' || running?.connector.id === connector.id) return
  if (pending) choose(core, connector, pending, false)
  // `attempt` never rejects: it puts a failure into the state.
  else if (again) void attempt(core, connector, { chainId: again.chainId, config })
  else choose(core, connector, { options: Object.create(null), chainId: undefined, config } as Pending, false)
}
