import type { Balance } from '../connectors/requests.js'
import type { WalletSession } from '../connectors/session.js'
import { toWalletError } from '../errors/normalise.js'
import { WalletError } from '../errors/wallet-error.js'
import { createPart } from '../platform/chunks.js'
import { untilAborted } from '../platform/until-aborted.js'
import { parseChainId } from '../protocol/caip2.js'
import { report } from './ask.js'
import type { Core } from './core.js'
import type { LiveConnection } from './live-connection.js'
import { toId } from './sent.js'
import { checkOptions, readSignal } from './signal.js'
import { takeSnapshot } from './snapshot.js'
import type { WalletClient } from './wallet-client.js'
import { withConnection } from './with-connection.js'

/** What sends a transaction and follows it. */
export const EXECUTION = createPart(() => import('./execution.js'))

/** The methods by which a page reads from a connected wallet. They show no prompt, so they need not wait in the queue. */
export type WalletReads = Pick<
  WalletClient,
  'waitForTransaction' | 'getBalance' | 'getCapabilities' | 'getStarknetAccount'
>

/** Reads a balance. @throws WalletError `balance_failed`, if the connector says nothing else */
async function readBalance(session: WalletSession, token?: string): Promise<Balance> {
  try {
    return (await session.getBalance?.(token)) as Balance
  } catch (error) {
    throw toWalletError(error, 'balance_failed')
  }
}

/** The connection that has sent a transaction or a batch: the visitor may have connected a wallet of the other family since. */
const findSender = ({ connections }: Core, id: string): LiveConnection | undefined =>
  connections.all().find(({ sent }) => sent.has(toId(id))) ?? connections.active()

/**
 * Runs a read at once, whatever requests wait in the queue.
 *
 * @param find the connection that is asked; by default the one in use
 * @throws WalletError also `not_implemented`
 */
const read = <T>(
  core: Core,
  action: (live: LiveConnection, ended: AbortSignal) => Promise<T> | undefined,
  find?: () => LiveConnection | undefined,
): Promise<T> =>
  withConnection(
    core,
    (live) =>
      live.queue.skip(async (ended) => {
        const answer = action(live, ended)
        if (!answer) throw new WalletError('not_implemented')
        return answer
      }),
    find,
  )

/** Creates {@link WalletReads}. */
export function createReads(core: Core): WalletReads {
  return {
    waitForTransaction(id, options) {
      const signal = readSignal(options)
      const follow = async (live: LiveConnection, copy: unknown, ended: AbortSignal) =>
        (await EXECUTION.load()).followTransaction(core, live, id, copy, [signal, ended])
      const run = () => {
        checkOptions(options, 'waitForTransaction')
        const copy = takeSnapshot(options, 'waitForTransaction')
        return read(
          core,
          (live, ended) => (live.session.waitForTransaction ? follow(live, copy, ended) : undefined),
          () => findSender(core, id),
        )
      }
      const waiting = report(core, run, signal)
      // The page gets its signal's own reason, which may be anything.
      return signal ? untilAborted(waiting, signal) : waiting
    },
    getCapabilities: (chainId) =>
      report(core, () =>
        read(core, async ({ session, shown }) => {
          const wanted = chainId === undefined ? shown.chainId : parseChainId(chainId)
          return session.getCapabilities?.(wanted) ?? {}
        }),
      ),
    getBalance: (token, options) =>
      report(
        core,
        () => read(core, ({ session }) => (session.getBalance ? readBalance(session, token) : undefined)),
        options?.quiet ? AbortSignal.abort() : undefined,
      ),
    getStarknetAccount: <Account>() =>
      report(core, () =>
        read(
          core,
          ({ session }) => session.getStarknetAccount?.() as Promise<Account> | undefined,
          () => core.connections.get('starknet'),
        ),
      ),
  }
}
