import { useCallback, useEffect, useState } from 'react'
import type { ChainId } from '../../chains/caip2.js'
import type { WalletClient } from '../../client/wallet-client.js'
import type { WalletError } from '../../errors/wallet-error.js'

/** A change of network that was asked for here, and what came of it. Outlives the menu, which may be closed meanwhile. */
export interface Switch {
  /** The chain the wallet is being asked for. */
  pending: ChainId | null
  /** Why the last one failed, until the next begins, the chain changes or {@link Switch.forget} is called. */
  error: WalletError | null
  /** @returns whether the wallet is there now; never rejects */
  start(chainId: ChainId): Promise<boolean>
  /** Lets go of the error: the visitor has seen it. */
  forget(): void
}

/**
 * Creates the {@link Switch} of a button.
 *
 * @param chainId where the wallet is
 */
export function useSwitch(client: WalletClient, chainId: ChainId | undefined): Switch {
  const [{ pending, error }, set] = useState<Pick<Switch, 'pending' | 'error'>>({
    pending: null,
    error: null,
  })
  const forget = useCallback(() => set((now) => (now.error ? { ...now, error: null } : now)), [])
  // An arrival on any chain makes an old error untrue.
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
