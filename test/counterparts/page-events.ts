/** Gives Node a global event target, to which the client listens in a page. It stays for the whole test file. */
export function installPageEvents(): EventTarget {
  const target = new EventTarget()
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const) {
    Object.defineProperty(globalThis, name, { value: target[name].bind(target), configurable: true })
  }
  return target
}
