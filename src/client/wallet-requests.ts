import type { WalletAccount } from 'starknet'
import { parseChainId } from '../chains/caip2.js'
import type { RequestMethod } from '../connectors/connector.js'
import { toWalletError } from '../errors/normalise.js'
import { UserNotConnectedError, WalletError } from '../errors/wallet-error.js'
import type { WalletConfig } from './config.js'
import type { Connections, Standing } from './connections.js'
import type { RequestKind } from './request-queue.js'
import { takeSnapshot } from './snapshot.js'
import type { Emitter } from './store.js'
import type { ClientEvents, WalletClient } from './wallet-client.js'

/** What a connected account can be asked for. */
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

/** The methods, and what they are made of. */
export interface AccountMethods {
  methods: Methods
  /** Runs a request; whatever it fails with is told, unless nobody waits for it any more, and is a WalletError. */
  report<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /**
   * Checks the arguments at once, and asks the wallet when its turn has come: for the account it was asked for, or not at all.
   */
  ask<T>(
    one: Standing,
    kind: RequestKind,
    method: RequestMethod,
    args: unknown[],
    signal?: AbortSignal,
  ): Promise<T>
}

/** What {@link createAccountMethods} works with. */
export interface AccountMethodsContext {
  events: Emitter<ClientEvents>
  connections: Connections
  disposed: AbortSignal
  getConfig(): WalletConfig
}

/** Creates the client's {@link AccountMethods}. */
export function createAccountMethods({
  events,
  connections,
  disposed,
  getConfig,
}: AccountMethodsContext): AccountMethods {
  async function report<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await run()
    } catch (caught) {
      const error = toWalletError(caught, 'wallet_failed')
      if (!signal?.aborted) events.emit('error', { code: error.code, message: error.message, error })
      throw error
    }
  }

  async function ask<T>(
    one: Standing,
    kind: RequestKind,
    method: RequestMethod,
    args: unknown[],
    signal?: AbortSignal,
  ): Promise<T> {
    const run = one.session[method] as ((...args: unknown[]) => Promise<T>) | undefined
    if (!run) {
      throw new WalletError(
        method === 'switchChain' ? 'network_switching_only_supported_in_wallet' : 'not_implemented',
      )
    }
    one.session.check?.(method, args)
    const { account, chainId } = one
    return one.queue.run(kind, () => {
      if (signal?.aborted) throw signal.reason
      if (one.account !== account && (kind === 'sign' || kind === 'execute')) {
        throw new WalletError('account_mismatch', {
          message: 'Another account was chosen before the wallet could be asked. Try again.',
        })
      }
      if (one.chainId !== chainId && kind === 'execute') throw new WalletError('chain_mismatch')
      return run.apply(one.session, args)
    })
  }

  function use(): Standing {
    if (disposed.aborted) throw new WalletError('disposed')
    const one = connections.active()
    if (!one) throw new UserNotConnectedError()
    return one
  }

  /** Runs what needs no prompt, and so no turn. */
  const read = <T>(run: (one: Standing, signal: AbortSignal) => Promise<T> | undefined): Promise<T> =>
    report(() => {
      const one = use()
      return one.queue.beside(async (signal) => {
        const answer = run(one, signal)
        if (!answer) throw new WalletError('not_implemented')
        return answer
      })
    })

  const methods: Methods = {
    signMessage: (message, { signal } = {}) =>
      report(() => {
        if (typeof message === 'string' && message)
          return ask(use(), 'sign', 'signMessage', [message], signal)
        throw new WalletError('request_invalid', { message: 'signMessage: a text is needed' })
      }, signal),
    signTypedData: (typedData, { signal } = {}) =>
      report(
        () => ask(use(), 'sign', 'signTypedData', [takeSnapshot(typedData, 'signTypedData')], signal),
        signal,
      ),
    execute: (calls, options) =>
      report(async () => {
        const one = use()
        const { chainId } = one
        const args = takeSnapshot([calls, options], 'execute')
        const result = await ask<{ transactionHash: string }>(one, 'execute', 'execute', args)
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
      report(() => ask(use(), 'switch', 'switchChain', [parseChainId(params?.chainId), getConfig()])),
    addChain: (params) => report(() => ask(use(), 'add', 'addChain', [takeSnapshot(params, 'addChain')])),
    watchAsset: (params) =>
      report(() => ask(use(), 'watch', 'watchAsset', [takeSnapshot(params, 'watchAsset')])),
    getBalance: (token) => read(({ session }) => session.getBalance?.(token)),
    getStarknetAccount: () =>
      report(() => {
        const one = connections.get('starknet')
        if (!one) throw new UserNotConnectedError()
        if (!one.session.getStarknetAccount) throw new WalletError('not_implemented')
        return one.queue.beside(() => one.session.getStarknetAccount?.() as Promise<WalletAccount>)
      }),
  }

  return { methods, report, ask }
}
