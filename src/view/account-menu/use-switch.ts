import { type Dispatch, type SetStateAction, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { Connection } from '../../client/state.js'
import type { WalletClient } from '../../client/wallet-client.js'
import type { WalletError } from '../../errors/wallet-error.js'
import type { ChainId } from '../../protocol/caip2.js'

/** A switch of network that the visitor asked for. */
export interface SwitchAttempt {
  walletId: string
  /** The chain that the wallet was on. */
  from: ChainId
  /** The chain that the wallet is asked for. */
  target: ChainId
  /** Why it failed. */
  error?: WalletError
}

/** The last attempt and the way to change it. The button keeps both, because an attempt may outlive its menu. */
export type SwitchState = [SwitchAttempt | null, Dispatch<SetStateAction<SwitchAttempt | null>>]

/** What a menu shows of the last attempt, and how it begins one. */
export interface Switch {
  /** The chain that the wallet is being asked for. */
  pending: ChainId | null
  /** Why the last switch failed, until the next begins, the chain changes or the menu closes. */
  error: WalletError | null
  start(chainId: ChainId): void
}

/**
 * Creates the {@link Switch} of a menu. An attempt with another wallet is not shown.
 *
 * @param onDone called when the wallet is on the chain, if the menu that asked for it is still open
 */
export function useSwitch(
  client: WalletClient,
  { walletId, chainId }: Connection,
  [last, set]: SwitchState,
  onDone: () => void,
): Switch {
  const isOpen = useRef(false)
  useLayoutEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  // A failure is over when the visitor has seen it, and when the wallet is on another chain.
  const forget = useCallback(() => set((now) => (now?.error ? null : now)), [set])
  useEffect(() => forget, [chainId, forget])

  async function run(target: ChainId) {
    const attempt: SwitchAttempt = { walletId, from: chainId, target }
    const end = (result: SwitchAttempt | null) => set((now) => (now === attempt ? result : now))
    set(attempt)
    try {
      await client.switchChain({ chainId: target })
      end(null)
      if (isOpen.current) onDone()
    } catch (caught) {
      const error = caught as WalletError
      const isChoice = error.code === 'user_rejected' || error.code === 'request_given_up'
      // When the connection has ended, or the visitor has gone on and said no, there is nothing left to explain.
      const isOver = error.code === 'session_ended' || (!isOpen.current && isChoice)
      end(isOver ? null : { ...attempt, error })
    }
  }
  const own = last?.walletId === walletId ? last : null
  return {
    pending: own && !own.error ? own.target : null,
    error: (own?.from === chainId && own?.error) || null,
    start: (target) => void run(target),
  }
}
