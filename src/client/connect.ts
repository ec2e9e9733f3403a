import { allChains } from '../connectors/config.js'
import { WalletError } from '../errors/wallet-error.js'
import { NativePromise } from '../platform/natives.js'
import { type ChainId, parseChainId } from '../protocol/caip2.js'
import { ask, report } from './ask.js'
import { attempt } from './attempt.js'
import { changeCall, failWith, move, running, toNamed, toResult, wantsWallet } from './call.js'
import { findConnector } from './choices.js'
import type { Call, Core, LiveAttempt, Wanted } from './core.js'
import { relation } from './relation.js'
import { choose, findConnection, serve, serveSilently } from './serve-call.js'
import type { ConnectOptions, ConnectResult } from './wallet-client.js'

/**
 * What a call resolves with: the result of the call that it has begun or joined, as far as it wants that.
 *
 * @param on the chain that the wallet is asked for; a call that wants another one asks for a switch afterwards
 */
function answer(core: Core, { result }: Call, wanted: Wanted, on?: ChainId): Promise<ConnectResult> {
  const { chainId, config } = wanted
  if (!wantsWallet(wanted)) return result.then(toNamed)
  if (!chainId || chainId === on) return result
  return result.then(async (shared) => {
    const live = shared.wallet && findConnection(core, wanted)
    if (!live || live.shown.chainId === chainId) return shared
    await report(core, () => ask(live, 'switch', 'switchChain', [chainId, config]))
    return toResult(core, live)
  })
}

/**
 * Joins a call that waits for the same wallet: the visitor chooses once, and each call gets what it wants. If one of them wants
 * the wallet, it is connected.
 */
function join(core: Core, call: Call, wanted: Wanted): Promise<ConnectResult> {
  const current = running(core)
  const options = Object.assign(Object.create(null), call.options, { resultType: 'wallet' })
  if (wantsWallet(wanted)) changeCall(core, { options })
  if (!current && call.options.walletId === undefined && !call.chainId && wanted.chainId)
    changeCall(core, { chainId: wanted.chainId })
  return answer(core, call, wanted, (current ?? call).chainId)
}

/** Lets a call wait for the attempt that runs, or else serves it. */
function begin(core: Core, wanted: Wanted): Promise<ConnectResult> {
  const call = { ...wanted } as Call
  const result = new NativePromise<ConnectResult>((settle, fail) => Object.assign(call, { settle, fail }))
  Object.assign(call, { result })
  const current = running(core)
  const promise = answer(core, call, call, (current ?? call).chainId)
  move(core, 'stay', { call })
  if (!current) failWith(core, call, serve(core, call))
  return promise
}

/** Begins a call of `connect`, or joins the call that waits for the same wallet. */
export function connect(core: Core, input?: ConnectOptions): Promise<ConnectResult> {
  // A page script may have added fields to Object.prototype; they are not options of this call.
  const options: ConnectOptions = Object.assign(Object.create(null), input)
  const { config } = core
  if (core.disposed.aborted) return NativePromise.reject(new WalletError('disposed'))
  let chainId: ChainId | undefined
  try {
    if (options.chainId !== undefined) chainId = parseChainId(options.chainId)
  } catch (error) {
    return report(core, () => NativePromise.reject(error))
  }
  const wanted: Wanted = { options, chainId, config }
  const how = relation(wanted, core.now)
  if (how === 'separate') return serveSilently(core, wanted)
  // No wallet may be switched to an EVM chain that the page does not have, so none is asked. It may be there already.
  const isForeign = chainId?.startsWith('eip155:') && !allChains(config).includes(chainId)
  if (isForeign && wantsWallet(wanted) && findConnection(core, wanted)?.shown.chainId !== chainId)
    return report(core, () =>
      NativePromise.reject(new WalletError('network_switching_only_available_in_wallet')),
    )
  const { call: waiting } = core.now
  if (how === 'join') {
    if (running(core) && (options.mode ?? config.mode) !== 'neverAsk') move(core, 'show')
    // An attempt that the visitor has started from the list answers this call too.
    return waiting ? join(core, waiting, wanted) : begin(core, wanted)
  }
  if (running(core)) move(core, core.store.get().open ? 'back' : 'cancel')
  waiting?.fail(new WalletError('busy'))
  return begin(core, wanted)
}

/** Chooses a row of the list. @param again the attempt that has failed, when it is tried again */
export function pick(core: Core, walletId: string, again?: LiveAttempt): void {
  const connector = findConnector(core, walletId)
  const { config, now } = core
  // A second click on the same row would show a second prompt.
  if (connector?.availability !== 'ready' || running(core)?.connector.id === connector.id) return
  if (now.call) choose(core, connector, now.call, false)
  // `attempt` never rejects: it puts a failure into the state.
  else if (again) void attempt(core, connector, { chainId: again.chainId, config })
  else choose(core, connector, { options: Object.create(null), chainId: undefined, config }, false)
}
