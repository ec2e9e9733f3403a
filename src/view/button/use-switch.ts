import { useState } from 'react'
import type { ChainId } from '../../chains/caip2.js'
import type { WalletClient } from '../../client/client.js'

/** A change of network that was asked for here, and what came of it. Outlives the menu, which may be closed meanwhile. */
export interface Switch {
  /** The chain the wallet is being asked for. */
  pending: ChainId | null
  /** Why the last one failed, until the next begins. */
  error: string
  /** @returns whether the wallet is there now; never rejects */
  start(chainId: ChainId): Promise<boolean>
}

/** Creates the {@link Switch} of a button. */
export function useSwitch(client: WalletClient): Switch {
  const [{ pending, error }, set] = useState<Pick<Switch, 'pending' | 'error'>>({ pending: null, error: '' })
  return {
    pending,
    error,
    async start(chainId) {
      set({ pending: chainId, error: '' })
      try {
        await client.switchChain({ chainId })
        set({ pending: null, error: '' })
        return true
      } catch (caught) {
        set({ pending: null, error: (caught as Error).message })
        return false
      }
    },
  }
}
