/** Requests that a test holds back before the wallet sees them. */
export interface HeldRequests {
  /** Resolves when the test releases the request; rejects when the wallet is gone. */
  hold(method: string): Promise<void>
  /** Lets held requests continue: those of one method (on Starknet, of one type), or all. */
  release(method?: string): void
  /** Rejects all of them. */
  end(error: unknown): void
}

/** Creates them: there are none yet. */
export function createHeldRequests(): HeldRequests {
  const held = new Set<{ method: string; resolve(): void; reject(error: unknown): void }>()
  return {
    hold: (method) => new Promise((resolve, reject) => held.add({ method, resolve, reject })),
    release(method) {
      for (const request of [...held]) {
        if (method !== undefined && request.method !== method) continue
        held.delete(request)
        request.resolve()
      }
    },
    end(error) {
      for (const request of held) request.reject(error)
      held.clear()
    },
  }
}
