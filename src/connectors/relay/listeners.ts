/** Calls a page's listener; what it throws is reported to the page, and stops nobody else. */
export function callListener<T>(listener: (payload: T) => void, payload: T): void {
  try {
    listener(payload)
  } catch (error) {
    if (typeof reportError === 'function') reportError(error)
    else console.error(error)
  }
}
