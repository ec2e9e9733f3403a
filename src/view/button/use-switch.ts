import { useCallback, useEffect, useState } from 'react'
import type { ChainId } from '../../chains/caip2.js'
import type { WalletClient } from '../../client/wallet-client.js'
import type { WalletError } from '../../errors/wallet-error.js'

/**
 * A switch of network that the visitor asked for, and its result. It outlives the menu, which may be closed meanwhile.
 */
export interface Switch {
  /** The chain that the wallet is being asked for. */
  pending: ChainId | null
  /** Why the last switch failed, until the next begins, the chain changes or {@link Switch.forget} is called. */
  error: WalletError | null
  /** @returns whether the wallet is on the chain now; never rejects */
  start(chainId: ChainId): Promise<boolean>
  /** Drops the error, because the visitor has seen it. */
  forget(): void
}

/**
 * Creates the {@link Switch} of a button.
 *
 * @param chainId the wallet's chain
 */
export function useSwitch(client: WalletClient, chainId: ChainId | undefined): Switch {
  const [{ pending, error }, set] = useState<Pick<Switch, 'pending' | 'error'>>({
    pending: null,
    error: null,
  })
  const forget = useCallback(() => set((now) => (now.error ? { ...now, error: null } : now)), [])
  // When the wallet is on another chain, an old error is no longer true.
  useEffect(forget, [chainId, forget])
  return {
    pending,
    error,
    forget,
    async start(target) {
      set({ pending: target, error: null })
      try {
        await client.switchChain({ chainId: target })
        set({ pending: null, error: null })
        return true
      } catch (caught) {
        set({ pending: null, error: caught as WalletError })
        return false
      }
    },
  }
}
