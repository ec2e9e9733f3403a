import { AsyncResource } from 'node:async_hooks'

interface Asked {
  name: string
  grant(): void
}

/**
 * Web Locks as browsers have them (W3C Web Locks API), for tests without a browser: one holder of a name at a time, in the order of
 * the requests; a wait can be aborted, a lock can be stolen, and one that is not free can be left.
 */
export function createLocks() {
  const held = new Map<string, () => void>()
  let waiting: Asked[] = []

  const serve = (name: string) => {
    if (held.has(name)) return
    const next = waiting.find((one) => one.name === name)
    waiting = waiting.filter((one) => one !== next)
    next?.grant()
  }

  return {
    /** The names that are held now. */
    names: () => [...held.keys()],
    async query() {
      return {
        held: [...held.keys()].map((name) => ({ name })),
        pending: waiting.map(({ name }) => ({ name })),
      }
    },
    request(
      name: string,
      options: { signal?: AbortSignal; steal?: boolean; ifAvailable?: boolean },
      run: (lock: object | null) => unknown,
    ) {
      return new Promise<unknown>((resolve, reject) => {
        const refuse = (text: string) => reject(new DOMException(text, 'AbortError'))
        if (options.signal?.aborted) return refuse('aborted')
        // Another page may free the lock; what follows still happens in this one.
        const grant = AsyncResource.bind(() => {
          const lose = () => refuse('stolen')
          held.set(name, lose)
          const free = () => {
            if (held.get(name) !== lose) return
            held.delete(name)
            serve(name)
          }
          Promise.resolve(run({ name })).then(resolve, reject).finally(free)
        })
        const asked = { name, grant }
        if (options.steal) {
          held.get(name)?.()
          return grant()
        }
        if (options.ifAvailable && (held.has(name) || waiting.some((one) => one.name === name)))
          return void Promise.resolve(run(null)).then(resolve, reject)
        waiting.push(asked)
        options.signal?.addEventListener('abort', () => {
          if (!waiting.includes(asked)) return
          waiting = waiting.filter((one) => one !== asked)
          refuse('aborted')
        })
        queueMicrotask(() => serve(name))
      })
    },
  }
}
