/** The open requests of a wallet, and those of them that a test holds back. */
export interface OpenRequests {
  /** Carries a request out. It rejects as soon as the wallet is gone, whatever it waits for. */
  serve<T>(run: () => Promise<T>): Promise<T>
  /** Resolves when the test releases the request. */
  hold(method: string): Promise<void>
  /** Lets held requests continue: those of one method (on Starknet, of one type), or all. */
  release(method?: string): void
  /** Rejects all open requests. */
  end(error: unknown): void
}

/** Creates them: there are none yet. */
export function createOpenRequests(): OpenRequests {
  const open = new Set<(error: unknown) => void>()
  const held = new Set<{ method: string; resolve(): void }>()
  return {
    serve: (run) =>
      new Promise((resolve, reject) => {
        open.add(reject)
        void run()
          .then(resolve, reject)
          .finally(() => open.delete(reject))
      }),
    hold: (method) => new Promise((resolve) => held.add({ method, resolve })),
    release(method) {
      for (const request of [...held]) {
        if (method !== undefined && request.method !== method) continue
        held.delete(request)
        request.resolve()
      }
    },
    end(error) {
      for (const reject of open) reject(error)
      held.clear()
    },
  }
}
