import { NativePromise } from '../../platform/natives.js'
import type { StarknetWallet } from './wallet-object.js'

/** Makes one request. A wallet may throw, return a bare value or a broken thenable; the result is always a promise. */
export function ask(wallet: StarknetWallet, type: string, params?: unknown): Promise<unknown> {
  return new NativePromise((resolve) =>
    resolve(wallet.request(params === undefined ? { type } : { type, params })),
  )
}
