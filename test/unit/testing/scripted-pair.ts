import { afterAll, beforeAll } from 'vitest'
import { createScriptedEvmWallet } from '../../../src/testing/evm/create-scripted-evm-wallet.js'
import type { ScriptedEvmWalletOptions } from '../../../src/testing/evm/options.js'
import type { ScriptedEvmWallet } from '../../../src/testing/evm/wallet.js'
import { type Anvil, startAnvil } from '../../counterparts/anvil.js'

/** Starts two real nodes for a file of tests, and wallets that use them. */
export function useScriptedPair() {
  let first: Anvil
  let second: Anvil
  const wallets: ScriptedEvmWallet[] = []
  beforeAll(async () => {
    ;[first, second] = await Promise.all([startAnvil({ chainId: 31337 }), startAnvil({ chainId: 31338 })])
  })
  afterAll(async () => {
    for (const wallet of wallets) wallet.dispose()
    await Promise.all([first.stop(), second.stop()])
  })
  return {
    get first() {
      return first
    },
    get second() {
      return second
    },
    /** Creates a wallet that only knows the first chain. */
    create(options: ScriptedEvmWalletOptions = {}): ScriptedEvmWallet {
      const wallet = createScriptedEvmWallet({
        rpcUrls: { [first.chainId]: first.url },
        target: new EventTarget(),
        ...options,
      })
      wallets.push(wallet)
      return wallet
    },
  }
}

/** Sends one request. */
export const send = (wallet: ScriptedEvmWallet, method: string, ...params: unknown[]): Promise<unknown> =>
  wallet.provider.request({ method, params })
