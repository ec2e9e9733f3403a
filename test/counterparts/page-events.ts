/** Gives Node what the client listens to in a page: a global event target. Kept for the life of the test file. */
export function installPageEvents(): EventTarget {
  const target = new EventTarget()
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
    Object.defineProperty(globalThis, name, { value: target[name].bind(target), configurable: true })
  }
  return target
}
