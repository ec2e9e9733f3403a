/** How many sessions and attempts of the page use each wallet, whichever client has begun them. */
const counts = new WeakMap<object, number>()

/** Counts one more user of a wallet that all clients of the page share. @returns the way to stop using it */
export function use(wallet: object): () => void {
  let isOver = false
  counts.set(wallet, (counts.get(wallet) ?? 0) + 1)
  return () => {
    if (isOver) return
    isOver = true
    const left = (counts.get(wallet) ?? 1) - 1
    if (left) counts.set(wallet, left)
    else counts.delete(wallet)
  }
}

/** Whether anybody on the page still uses the wallet. Its permission belongs to the page, so it stays until then. */
export const isInUse = (wallet: object): boolean => counts.has(wallet)
