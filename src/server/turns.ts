/** Runs actions with the same key one after the other, within this process. */
export interface Turns {
  /** Runs when every earlier action with this key has settled. */
  take<T>(key: string, run: () => Promise<T>): Promise<T>
  /** How many actions with this key have not settled. */
  count(key: string): number
}

export function createTurns(): Turns {
  const queues = new Map<string, { last: Promise<unknown>; count: number }>()
  return {
    take(key, run) {
      const queue = queues.get(key) ?? { last: Promise.resolve(), count: 0 }
      queues.set(key, queue)
      queue.count++
      const result = queue.last.then(run)
      // The next call waits for this one whatever becomes of it; its caller hears of a failure.
      queue.last = result
        .catch(() => {})
        .then(() => {
          queue.count--
          if (queue.count === 0) queues.delete(key)
        })
      return result
    },
    count: (key) => queues.get(key)?.count ?? 0,
  }
}
