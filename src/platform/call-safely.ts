/** Calls a listener. An error that it throws is reported to the page, and the other listeners are still called. */
export function callSafely<A extends unknown[]>(listener: (...args: A) => unknown, ...args: A): unknown {
  try {
    return listener(...args)
  } catch (error) {
    if (typeof reportError === 'function') reportError(error)
    else console.error(error)
    return undefined
  }
}
