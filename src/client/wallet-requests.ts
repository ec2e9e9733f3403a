import type {
  Executable,
  Executed,
  ExecuteProgress,
  RequestMethod,
  SentCalls,
  WalletSession,
} from '../connectors/connector.js'
import type { Balance } from '../connectors/requests.js'
import type { WalletErrorCode } from '../errors/catalogue.js'
import { readField, toWalletError } from '../errors/normalise.js'
import { UserNotConnectedError, WalletError } from '../errors/wallet-error.js'
import { untilAborted } from '../platform/until-aborted.js'
import { parseChainId } from '../protocol/caip2.js'
import type { Core } from './core.js'
import { findSender, followTransaction, toId } from './follow-transaction.js'
import { chooseChain, type LiveConnection } from './live-connection.js'
import type { RequestKind } from './request-queue.js'
import { takeSnapshot } from './snapshot.js'
import type { SignOptions, WalletClient } from './wallet-client.js'

/** The methods by which a page asks a connected wallet. */
export type WalletRequests = Pick<
  WalletClient,
  | 'signMessage'
  | 'signTypedData'
  | 'execute'
  | 'waitForTransaction'
  | 'switchChain'
  | 'addChain'
  | 'watchAsset'
  | 'getBalance'
  | 'getCapabilities'
  | 'getStarknetAccount'
>

/** What a failure without a meaning of its own is called: a page's own connector may throw anything. */
const FAILURES: Partial<Record<RequestKind, WalletErrorCode>> = {
  sign: 'sign_failed',
  execute: 'execute_failed',
}

/**
 * Checks the arguments at once, and asks the wallet in turn. It asks only for the account of the call.
 *
 * @throws WalletError also `account_mismatch` or `chain_mismatch`, when the wallet has changed before the
 * request's turn
 */
export async function ask<T>(
  live: LiveConnection,
  kind: RequestKind,
  method: RequestMethod,
  args: unknown[],
  signal?: AbortSignal,
  progress?: ExecuteProgress,
): Promise<T> {
  const run = live.session[method] as ((...args: unknown[]) => Promise<T>) | undefined
  if (!run) {
    throw new WalletError(
      method === 'switchChain' ? 'network_switching_only_supported_in_wallet' : 'not_implemented',
    )
  }
  const { account } = live
  const chainId = chooseChain(live, args)
  // A check that is being loaded must not change the order of the requests, nor wait for those before it.
  const checked = live.session.check?.(method, args)
  const turn = live.queue.run(
    kind,
    () => {
      if (signal?.aborted) throw signal.reason
      if (live.account !== account && (kind === 'sign' || kind === 'execute'))
        throw new WalletError('account_mismatch')
      if (live.chainId !== chainId && kind === 'execute') throw new WalletError('chain_mismatch')
      return run.apply(live.session, progress ? [...args, progress] : args)
    },
    checked,
  )
  // Nobody awaits the turn when the check has failed.
  turn.catch(() => {})
  await checked
  try {
    return await (signal ? untilAborted(turn, signal) : turn)
  } catch (error) {
    if (signal?.aborted) throw toWalletError(error, 'user_rejected')
    const fallback = FAILURES[kind]
    throw toWalletError(error, fallback ?? 'wallet_failed', !!fallback)
  }
}

/**
 * Runs a request. Emits its error unless nobody waits for the request any more, and rejects with a
 * WalletError.
 */
export async function report<T>(core: Core, run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await run()
  } catch (caught) {
    const error = toWalletError(caught, 'wallet_failed')
    if (!signal?.aborted && !core.disposed.aborted)
      core.events.emit('error', { code: error.code, message: error.message, error })
    throw error
  }
}

/** Asks the wallet to execute calls. An error has the hashes of those that were sent one after the other before it. */
async function executeCalls<Calls extends Executable>(
  { events }: Core,
  live: LiveConnection,
  args: unknown[],
): Promise<Executed<Calls>> {
  const chainId = chooseChain(live, args)
  const sent: string[] = []
  const remember = ({ callsId, transactionHash }: SentCalls) =>
    live.sent.set(toId(callsId ?? (transactionHash as string)), chainId)
  const stop = new AbortController()
  const progress: ExecuteProgress = {
    signal: stop.signal,
    tell(transaction) {
      if (stop.signal.aborted) return
      if (transaction.status === 'sent') {
        sent.push(transaction.transactionHash)
        remember(transaction)
      } else live.told.add(toId(transaction.transactionHash))
      events.emit('transaction', { ...transaction, chainId })
    },
  }
  try {
    const result = await ask<SentCalls>(live, 'execute', 'execute', args, undefined, progress)
    if (!sent.length) {
      remember(result)
      events.emit('transaction', { ...result, chainId, status: 'sent' })
    }
    return result as Executed<Calls>
  } catch (error) {
    const isInTurn = readField(args[1], 'sequential') === true
    throw sent.length || isInTurn ? Object.assign(toWalletError(error, 'execute_failed'), { sent }) : error
  } finally {
    // Also when the visitor gave up or the connection has ended: nothing else is sent.
    stop.abort()
  }
}

/** Reads a balance. @throws WalletError `balance_failed`, if the connector says nothing else */
async function readBalance(session: WalletSession, token?: string): Promise<Balance> {
  try {
    return (await session.getBalance?.(token)) as Balance
  } catch (error) {
    throw toWalletError(error, 'balance_failed')
  }
}

/**
 * Calls `action` with the connection in use, at once if there is one. While sessions are being restored it waits, for a second at
 * most: a page asks as soon as it has loaded.
 *
 * @throws WalletError `user_not_connected`, `disposed`
 */
function withConnection<T>(
  core: Core,
  action: (live: LiveConnection) => Promise<T>,
  find = (): LiveConnection | undefined => core.connections.active(),
): Promise<T> {
  if (core.disposed.aborted) throw new WalletError('disposed')
  const live = find()
  if (live) return action(live)
  if (core.restoring) return core.restoring.then(() => withConnection(core, action, find))
  throw new UserNotConnectedError()
}

/** Runs a request at once: it shows no prompt, so it needs no turn. @throws WalletError also `not_implemented` */
const beside = <T>(
  live: LiveConnection,
  action: (live: LiveConnection, signal: AbortSignal) => Promise<T> | undefined,
): Promise<T> =>
  live.queue.beside(async (signal) => {
    const answer = action(live, signal)
    if (!answer) throw new WalletError('not_implemented')
    return answer
  })

/** Creates the methods by which a page asks the connected wallet. */
export function createWalletRequests(core: Core): WalletRequests {
  const run = <T>(action: () => Promise<T>, signal?: AbortSignal) => report(core, action, signal)

  const read = <T>(
    action: (live: LiveConnection, signal: AbortSignal) => Promise<T> | undefined,
    unheard?: AbortSignal,
  ): Promise<T> => run(() => withConnection(core, (live) => beside(live, action)), unheard)

  /** Creates a method that hands a copy of its argument to the wallet. */
  const asking =
    <T>(kind: RequestKind, method: RequestMethod) =>
    (params: unknown, options?: SignOptions): Promise<T> =>
      run(() => {
        const args = [takeSnapshot(params, method)]
        return withConnection(core, (live) => ask(live, kind, method, args, options?.signal))
      }, options?.signal)

  return {
    signMessage: (message, options) =>
      run(() => {
        if (typeof message === 'string' && message)
          return withConnection(core, (live) => ask(live, 'sign', 'signMessage', [message], options?.signal))
        throw new WalletError('request_invalid', { message: 'signMessage: a text is needed' })
      }, options?.signal),
    signTypedData: asking('sign', 'signTypedData'),
    execute: (calls, options) =>
      run(() => {
        const args = takeSnapshot([calls, options], 'execute')
        return withConnection(core, (live) => executeCalls<typeof calls>(core, live, args))
      }),
    waitForTransaction: (id) =>
      run(() =>
        withConnection(
          core,
          (live) => beside(live, (_, signal) => followTransaction(core, live, id, signal)),
          () => findSender(core, id),
        ),
      ),
    getCapabilities: (chainId) =>
      read(async ({ session, chainId: own }) => {
        const wanted = chainId === undefined ? own : parseChainId(chainId)
        return session.getCapabilities?.(wanted) ?? {}
      }),
    switchChain: (params) =>
      run(() => {
        const args = [parseChainId(params?.chainId), core.config]
        return withConnection(core, (live) => ask(live, 'switch', 'switchChain', args))
      }),
    addChain: asking('add', 'addChain'),
    watchAsset: asking('watch', 'watchAsset'),
    getBalance: (token, options) =>
      read(
        ({ session }) => (session.getBalance ? readBalance(session, token) : undefined),
        options?.quiet ? AbortSignal.abort() : undefined,
      ),
    getStarknetAccount: <Account>() =>
      run(() =>
        withConnection(
          core,
          (live) =>
            beside(live, ({ session }) => session.getStarknetAccount?.() as Promise<Account> | undefined),
          () => core.connections.get('starknet'),
        ),
      ),
  }
}
