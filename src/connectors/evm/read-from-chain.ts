import { getEvmNodes } from '../../chains/evm-nodes.js'
import { WalletError } from '../../errors/wallet-error.js'
import { withFirstAbort } from '../../platform/first-abort.js'
import { NativePromise } from '../../platform/natives.js'
import { wait } from '../../platform/time.js'
import type { ChainId } from '../../protocol/caip2.js'
import { ask } from './provider.js'
import { readFromNodes } from './read-node.js'
import type { EvmSessionContext } from './session-context.js'

/** How long a wallet may take for one read, in ms. One that leaves it open must not stop what reads again and again. */
const READ_TIMEOUT = 10_000

/**
 * Reads something from a chain: from the page's own nodes for it, private addresses first; through the wallet if the page has none, or if
 * none of them knows the answer.
 *
 * @returns null when nobody knows, such as the receipt of a transaction that waits; undefined when not everybody could be asked: the page's
 *   nodes do not know it, and the wallet, which may, is on another chain
 * @throws the wallet's error; WalletError `wallet_timeout` when the wallet leaves the read open, or its session ends
 */
export async function readFromChain(
  context: EvmSessionContext,
  chainId: ChainId,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  // The wallet may still answer when all nodes have failed.
  const answer = await readFromNodes(getEvmNodes(chainId, context.getNetworks()), method, params).catch(
    () => undefined,
  )
  if (answer) return answer
  if (context.report.chainId !== chainId) return undefined
  const read = await withFirstAbort([context.signal], (over) => {
    const late = wait(READ_TIMEOUT, over).then(() => {
      throw new WalletError('wallet_timeout')
    })
    return NativePromise.race([ask(context.provider, method, params), late])
  })
  // The wallet may have left the chain before it was asked.
  return context.report.chainId === chainId ? (read ?? null) : undefined
}
