import { parseChainId } from '../chains/caip2.js'
import type { RequestMethod } from '../connectors/connector.js'
import { toWalletError } from '../errors/normalise.js'
import { UserNotConnectedError, WalletError } from '../errors/wallet-error.js'
import type { WalletConfig } from './config.js'
import type { Connections } from './connections.js'
import type { LiveConnection } from './live-connection.js'
import type { RequestKind } from './request-queue.js'
import { takeSnapshot } from './snapshot.js'
import type { Emitter } from './store.js'
import type { ClientEvents, WalletClient } from './wallet-client.js'

/** What a page can ask of a connected wallet. */
type Methods = Pick<
  WalletClient,
  | 'signMessage'
  | 'signTypedData'
  | 'execute'
  | 'waitForTransaction'
  | 'switchChain'
  | 'addChain'
  | 'watchAsset'
  | 'getBalance'
  | 'getStarknetAccount'
>

/** Runs requests, and turns whatever they fail with into a WalletError. */
export interface WalletRequests {
  readonly methods: Methods
  /** Runs a request. Emits its error, unless nobody waits for the request any more, and rejects with a WalletError. */
  report<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /**
   * Checks the arguments at once, and asks the wallet in turn: for the account of the call, or not at all.
   *
   * @throws WalletError also `account_mismatch` or `chain_mismatch`, when the wallet has changed before the request's turn
   */
  ask<T>(
    live: LiveConnection,
    kind: RequestKind,
    method: RequestMethod,
    args: unknown[],
    signal?: AbortSignal,
  ): Promise<T>
}

/** What {@link createWalletRequests} works with. */
export interface WalletRequestsContext {
  events: Emitter<ClientEvents>
  connections: Connections
  disposed: AbortSignal
  getConfig(): WalletConfig
}

const ask: WalletRequests['ask'] = async <T>(
  live: LiveConnection,
  kind: RequestKind,
  method: RequestMethod,
  args: unknown[],
  signal?: AbortSignal,
): Promise<T> => {
  const run = live.session[method] as ((...args: unknown[]) => Promise<T>) | undefined
  if (!run) {
    throw new WalletError(
      method === 'switchChain' ? 'network_switching_only_supported_in_wallet' : 'not_implemented',
    )
  }
  live.session.check?.(method, args)
  const { account, chainId } = live
  return live.queue.run(kind, () => {
    if (signal?.aborted) throw signal.reason
    if (live.account !== account && (kind === 'sign' || kind === 'execute')) {
      throw new WalletError('account_mismatch', {
        message: 'Another account was chosen before the wallet could be asked. Try again.',
      })
    }
    if (live.chainId !== chainId && kind === 'execute') throw new WalletError('chain_mismatch')
    return run.apply(live.session, args)
  })
}

/** Creates the client's {@link WalletRequests}. */
export function createWalletRequests(context: WalletRequestsContext): WalletRequests {
  const { events } = context
  const report: WalletRequests['report'] = async (run, signal) => {
    try {
      return await run()
    } catch (caught) {
      const error = toWalletError(caught, 'wallet_failed')
      if (!signal?.aborted) events.emit('error', { code: error.code, message: error.message, error })
      throw error
    }
  }
  return { methods: createMethods(context, report), report, ask }
}

function createMethods(
  { events, connections, disposed, getConfig }: WalletRequestsContext,
  report: WalletRequests['report'],
): Methods {
  function getActive(): LiveConnection {
    if (disposed.aborted) throw new WalletError('disposed')
    const live = connections.active()
    if (!live) throw new UserNotConnectedError()
    return live
  }

  /** Runs a request that shows no prompt, so it needs no turn. */
  const read = <T>(run: (live: LiveConnection, signal: AbortSignal) => Promise<T> | undefined): Promise<T> =>
    report(() => {
      const live = getActive()
      return live.queue.beside(async (signal) => {
        const answer = run(live, signal)
        if (!answer) throw new WalletError('not_implemented')
        return answer
      })
    })

  return {
    signMessage: (message, { signal } = {}) =>
      report(() => {
        if (typeof message === 'string' && message)
          return ask(getActive(), 'sign', 'signMessage', [message], signal)
        throw new WalletError('request_invalid', { message: 'signMessage: a text is needed' })
      }, signal),
    signTypedData: (typedData, { signal } = {}) =>
      report(
        () => ask(getActive(), 'sign', 'signTypedData', [takeSnapshot(typedData, 'signTypedData')], signal),
        signal,
      ),
    execute: (calls, options) =>
      report(async () => {
        const live = getActive()
        const { chainId } = live
        const args = takeSnapshot([calls, options], 'execute')
        const result = await ask<{ transactionHash: string }>(live, 'execute', 'execute', args)
        events.emit('transaction', { ...result, chainId, status: 'sent' })
        return result
      }),
    waitForTransaction: (hash) =>
      read(({ session, chainId }, signal) =>
        session.waitForTransaction?.(hash, signal).then((receipt) => {
          const { transactionHash, status } = receipt
          events.emit('transaction', { transactionHash, chainId, status })
          return receipt
        }),
      ),
    switchChain: (params) =>
      report(() => ask(getActive(), 'switch', 'switchChain', [parseChainId(params?.chainId), getConfig()])),
    addChain: (params) =>
      report(() => ask(getActive(), 'add', 'addChain', [takeSnapshot(params, 'addChain')])),
    watchAsset: (params) =>
      report(() => ask(getActive(), 'watch', 'watchAsset', [takeSnapshot(params, 'watchAsset')])),
    getBalance: (token) => read(({ session }) => session.getBalance?.(token)),
    getStarknetAccount: <Account>() =>
      report(() => {
        const live = connections.get('starknet')
        if (!live) throw new UserNotConnectedError()
        if (!live.session.getStarknetAccount) throw new WalletError('not_implemented')
        return live.queue.beside(() => live.session.getStarknetAccount?.() as Promise<Account>)
      }),
  }
}
