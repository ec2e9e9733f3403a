/** Sets `window.ethereum`, as wallets without EIP-6963 do. @returns the way to restore its old value */
export function setWindowEthereum(value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'ethereum')
  Object.defineProperty(globalThis, 'ethereum', { value, configurable: true, writable: true })
  return () => {
    if (before) Object.defineProperty(globalThis, 'ethereum', before)
    else Reflect.deleteProperty(globalThis, 'ethereum')
  }
}
