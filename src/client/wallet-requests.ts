import type {
  Executable,
  Executed,
  RequestMethod,
  RequestProgress,
  SentCalls,
} from '../connectors/connector.js'
import { readField, toWalletError } from '../errors/normalise.js'
import { WalletError } from '../errors/wallet-error.js'
import { parseChainId } from '../protocol/caip2.js'
import { ask, report } from './ask.js'
import type { Core } from './core.js'
import type { Execution } from './execution.js'
import type { LiveConnection } from './live-connection.js'
import { createReads, EXECUTION, type WalletReads } from './reads.js'
import type { RequestKind } from './request-queue.js'
import { checkOptions, readSignal } from './signal.js'
import { takeSnapshot } from './snapshot.js'
import type { SignalOptions, WalletClient } from './wallet-client.js'
import { withConnection } from './with-connection.js'

/** The methods by which a page asks a connected wallet. */
export type WalletRequests = WalletReads &
  Pick<WalletClient, 'signMessage' | 'signTypedData' | 'execute' | 'switchChain' | 'addChain' | 'watchAsset'>

/** Asks the wallet to execute calls. An error has the hashes of those that were sent one after the other before it. */
async function executeCalls<Calls extends Executable>(
  core: Core,
  live: LiveConnection,
  args: unknown[],
  signal: AbortSignal | undefined,
): Promise<Executed<Calls>> {
  const { chainId } = live.shown
  let execution: Execution | undefined
  const prepare = async (progress: RequestProgress) => {
    const { beginExecution } = await EXECUTION.load()
    execution = await beginExecution(core, live, args[1], chainId, progress)
  }
  try {
    const result = await ask<SentCalls>(live, 'execute', 'execute', args, {
      signal,
      prepare,
      toProgress: (progress) => (execution as Execution).toProgress(progress),
      onLate: (calls) => execution?.finish(calls, true),
    })
    execution?.finish(result)
    return result as Executed<Calls>
  } catch (error) {
    const sent = [...(execution?.sent ?? [])]
    if (!sent.length && readField(args[1], 'sequential') !== true) throw error
    throw Object.assign(toWalletError(error, 'execute_failed'), { sent })
  }
}

/**
 * Runs a request that the page may give up.
 *
 * @param readArgs reads and checks the arguments, before anything waits
 */
function asking<T, Args extends unknown[]>(
  core: Core,
  method: RequestMethod,
  options: unknown,
  readArgs: () => Args,
  request: (live: LiveConnection, args: Args, signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  const signal = readSignal(options)
  const run = () => {
    checkOptions(options, method)
    const args = readArgs()
    return withConnection(core, (live) => request(live, args, signal), undefined, signal)
  }
  return report(core, run, signal)
}

/** Creates a method that hands a copy of its argument to the wallet. */
const handing =
  <T>(core: Core, kind: RequestKind, method: RequestMethod) =>
  (params: unknown, options?: SignalOptions): Promise<T> =>
    asking(
      core,
      method,
      options,
      () => [takeSnapshot(params, method)],
      (live, args, signal) => {
        const prepare = async () => {
          if (method === 'signTypedData')
            (await EXECUTION.load()).checkChainOfTypedData(core.config, live, args[0])
        }
        return ask<T>(live, kind, method, args, { signal, prepare })
      },
    )

/** Creates the methods by which a page asks the connected wallet. */
export function createWalletRequests(core: Core): WalletRequests {
  // A browser opens a wallet's own window, or its app on a phone, only soon after the click, so the code must be there by then.
  core.events.on('connected', ({ namespace }) => {
    const { connector, session } = core.connections.get(namespace) ?? {}
    if (connector?.opensWindow || session?.topic) EXECUTION.fetchAhead()
  })

  return {
    ...createReads(core),
    signMessage(message, options) {
      const readText = () => {
        if (typeof message === 'string' && message) return [message]
        throw new WalletError('request_invalid', { message: 'signMessage: a text is needed' })
      }
      return asking(core, 'signMessage', options, readText, (live, args, signal) =>
        ask(live, 'sign', 'signMessage', args, { signal }),
      )
    },
    signTypedData: handing(core, 'sign', 'signTypedData'),
    execute: (calls, options) =>
      asking(
        core,
        'execute',
        options,
        () => {
          const [copy, all] = takeSnapshot([calls, options] as const, 'execute')
          // The signal is for this page alone.
          const { signal: _, ...rest } = all ?? {}
          return [copy, all && rest]
        },
        (live, args, signal) => executeCalls<typeof calls>(core, live, args, signal),
      ),
    switchChain: (params, options) =>
      asking(
        core,
        'switchChain',
        options,
        () => [parseChainId(params?.chainId), core.config],
        (live, args, signal) => ask(live, 'switch', 'switchChain', args, { signal }),
      ),
    addChain: handing(core, 'add', 'addChain'),
    watchAsset: handing(core, 'watch', 'watchAsset'),
  }
}
