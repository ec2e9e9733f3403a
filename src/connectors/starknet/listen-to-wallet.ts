import { NativePromise } from '../../platform/natives.js'
import { parseStarknetEvent } from '../../protocol/starknet-events.js'
import type { StarknetWallet } from './wallet-object.js'

/** Registers one listener. @returns the way to remove it, or null when the wallet did not accept it */
export function listenToWallet(
  wallet: StarknetWallet,
  name: string,
  handler: (...args: unknown[]) => void,
): (() => void) | null {
  const event = parseStarknetEvent(name)
  const quiet = (method: 'on' | 'off'): boolean => {
    try {
      // Some wallets answer with a promise; that one rejects is as good as no answer.
      NativePromise.resolve(wallet[method](event, handler)).catch(() => {})
      return true
    } catch {
      return false
    }
  }
  return quiet('on') ? () => void quiet('off') : null
}
