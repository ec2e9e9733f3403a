/** A wallet as it announces itself (EIP-6963). */
export interface Announced {
  info: { uuid: string; name: string; icon: string; rdns: string }
  provider: { request(given: { method: string }): Promise<unknown> }
}

const icon = (colour: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" rx="22" fill="${colour}"/></svg>`)}`

const NAMES = ['Alpha Wallet', 'Beta Wallet', 'Gamma Wallet', 'Delta Wallet', 'Epsilon Wallet', 'Zeta Wallet']
const COLOURS = ['#4b5563', '#0f766e', '#9a3412', '#5b21b6', '#1d4ed8', '#be123c']

/** The names of so many wallets. */
const nameWallets = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => NAMES[index] ?? `Wallet ${index}`)

/**
 * Has wallets announce themselves, as extensions do: before the page's first script, and whenever asked.
 *
 * @param count how many there are
 * @returns the methods that they are asked for, as they are asked; no wallet answers
 */
export function installWallets(count: number): readonly string[] {
  const asked: string[] = []
  const request = ({ method }: { method: string }) => {
    asked.push(method)
    return new Promise(() => {})
  }
  const details = nameWallets(count).map((name, index) => ({
    info: {
      uuid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      name,
      icon: icon(COLOURS[index % COLOURS.length] as string),
      rdns: `example.${name.toLowerCase().replace(' ', '.')}`,
    },
    provider: Object.freeze({ request }),
  }))
  const announce = () => {
    for (const detail of details)
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze(detail) }))
  }
  addEventListener('eip6963:requestProvider', announce)
  announce()
  return asked
}

/** Finds the wallets of the page for a floor: announcements arrive within the request. */
export function findWallets(): Announced[] {
  const found: Announced[] = []
  const listen = (event: Event) => found.push((event as CustomEvent<Announced>).detail)
  addEventListener('eip6963:announceProvider', listen)
  dispatchEvent(new Event('eip6963:requestProvider'))
  removeEventListener('eip6963:announceProvider', listen)
  return found
}
