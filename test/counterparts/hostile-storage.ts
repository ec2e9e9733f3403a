/** E01: reading `localStorage` or `sessionStorage` throws, as when all site data are blocked. */
export function blockStorage(): void {
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, {
      configurable: true,
      get() {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    })
  }
}

/** E02: every write exceeds the quota. */
export function fillStorage(): void {
  Storage.prototype.setItem = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
}

/** E11: fifty keys of other scripts, among them another app's relay session. */
export function storeForeignKeys(): void {
  if (localStorage.getItem('foreign-0') !== null) return
  for (let index = 0; index < 48; index += 1) localStorage.setItem(`foreign-${index}`, String(index))
  localStorage.setItem('wc@2:client:0.3:session', '[{"topic":"foreign"}]')
  localStorage.setItem('walletconnect', '{"connected":true}')
}

/** E03, E04: contents that we have never written. */
export const badContents: Readonly<Record<string, string>> = {
  'cut JSON': '{"account":"0x',
  'not JSON': 'undefined',
  null: 'null',
  'a number': '5',
  'a list': '[null]',
  'an empty object': '{}',
  'a prototype': '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
  'deep nesting': '['.repeat(10_000) + ']'.repeat(10_000),
  'a long string': `"${'x'.repeat(1_000_000)}"`,
}
