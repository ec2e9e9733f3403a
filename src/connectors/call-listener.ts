/**
 * Calls a page's listener. An error that it throws is reported to the page, and the other listeners are still called.
 */
export function callListener<T>(listener: (payload: T) => void, payload: T): void {
  try {
    listener(payload)
  } catch (error) {
    if (typeof reportError === 'function') reportError(error)
    else console.error(error)
  }
}
