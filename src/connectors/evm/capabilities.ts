import { SECOND } from '../../constants.js'
import { readField, toWalletError } from '../../errors/normalise.js'
import { WalletError } from '../../errors/wallet-error.js'
import { within } from '../../platform/time.js'
import { type ChainId, readEvmChainId } from '../../protocol/caip2.js'
import { toEvmHex } from '../../protocol/evm-hex.js'
import { ask } from './provider.js'
import type { EvmSessionContext } from './session-context.js'

/** How long a wallet may take to name its capabilities, in ms: some never answer a method that they do not know. */
const CAPABILITIES_TIMEOUT = 5 * SECOND

/** Wallets that have not answered in time: they are not asked again, nor waited for, until they do. */
const silent = new WeakSet<object>()

/** Failures after which nothing else should be asked: the visitor, the permission or the connection has ended it. */
const FINAL: readonly string[] = [
  'user_rejected',
  'wallet_unauthorized',
  'wallet_unavailable',
  'session_ended',
  'no_session',
  'not_connected',
  'relay_unreachable',
  'popup_blocked',
]

/** Asks a wallet what it can do with calls on a chain (EIP-5792). @returns `failure`, if it does not know the question */
async function askCapabilities(
  context: EvmSessionContext,
  chainId: ChainId,
): Promise<{ found: Record<string, unknown>; failure?: unknown }> {
  if (!readEvmChainId(chainId)) return { found: {} }
  const { provider } = context
  if (silent.has(provider)) return { found: {} }
  const params = [context.report.account, [toEvmHex(chainId)]]
  const asked = ask(provider, 'wallet_getCapabilities', params)
  let answer: unknown
  try {
    answer = await within<unknown>(asked, CAPABILITIES_TIMEOUT, () => {
      silent.add(provider)
      const end = () => void silent.delete(provider)
      asked.then(end, end)
      return null
    })
  } catch (failure) {
    const error = toWalletError(failure, 'wallet_failed')
    if (FINAL.includes(error.code)) throw error
    return { found: {}, failure }
  }
  if (answer === null || typeof answer !== 'object') return { found: {} }
  const all = answer
  const of = (isWanted: (key: string) => boolean) => {
    const found = readField(all, Object.keys(all).find(isWanted) ?? '')
    return found !== null && typeof found === 'object' ? found : {}
  }
  return { found: { ...of((key) => /^0x0+$/.test(key)), ...of((key) => readEvmChainId(key) === chainId) } }
}

/**
 * Asks a wallet what it can do with calls on a chain (EIP-5792). No prompt is shown.
 *
 * @returns an object by the names of the capabilities, those of all chains (`0x0`) included; an empty object when the wallet knows none, or
 *   does not know the question
 * @throws WalletError when the wallet could not be asked
 */
export const readCapabilities = async (
  context: EvmSessionContext,
  chainId: ChainId,
): Promise<Record<string, unknown>> => (await askCapabilities(context, chainId)).found

/**
 * Checks that a wallet can send several calls as one on its current chain: `atomic` of version 2, `atomicBatch` of version 1.
 *
 * @throws WalletError `batch_not_supported`, and what {@link readCapabilities} throws
 */
export async function checkBatch(context: EvmSessionContext): Promise<void> {
  const { found, failure } = await askCapabilities(context, context.report.chainId)
  const status = readField(found.atomic, 'status')
  const canBatch = status === 'supported' || status === 'ready'
  if (!canBatch && readField(found.atomicBatch, 'supported') !== true)
    throw new WalletError('batch_not_supported', { cause: failure })
}
