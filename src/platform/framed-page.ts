/** Whether this page is shown inside a page of another origin. */
export function isInForeignFrame(): boolean {
  const { self, top } = globalThis as typeof globalThis & { self?: Window; top?: Window | null }
  if (!top || top === self) return false
  try {
    return top.location.origin !== self?.location.origin
  } catch {
    return true
  }
}
