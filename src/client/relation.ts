import { namespaceOf } from '../protocol/caip2.js'
import { running } from './call.js'
import type { Now, Wanted } from './core.js'
import { answersTo } from './select-connectors.js'

/** Whether a call may ask nobody. A wallet that the call names is asked, unless the call itself says `neverAsk`. */
const isSilent = ({ options: { mode, walletId }, config }: Wanted): boolean =>
  (mode ?? config.mode) === 'neverAsk' && (walletId === undefined || !!mode)

/**
 * What a new call of `connect` is to what the client does now.
 *
 * - `separate`: it may ask nobody, so it is served at the same time, by itself.
 * - `join`: the call that waits, or the attempt that runs, is for a wallet that the new call wants too.
 * - `replace`: it wants another wallet, or nothing is there to be joined.
 */
export function relation(wanted: Wanted, now: Now): 'join' | 'replace' | 'separate' {
  if (isSilent(wanted)) return 'separate'
  const { walletId } = wanted.options
  const { call } = now
  const asked = running({ now })?.connector
  const family = asked?.namespace ?? (call?.chainId && namespaceOf(call.chainId))
  const isFamily = !family || !wanted.chainId || namespaceOf(wanted.chainId) === family
  const isWallet =
    walletId === undefined || walletId === call?.options.walletId || (!!asked && answersTo(asked, walletId))
  return (call || asked) && isFamily && isWallet ? 'join' : 'replace'
}
