/** How a wallet identifies itself (EIP-6963). */
export interface Eip6963Info {
  uuid: string
  name: string
  icon: string
  rdns: string
}

/** The content of an announcement. */
export interface Eip6963Detail {
  info: Eip6963Info
  provider: unknown
}

/**
 * Announces any value under EIP-6963, also what a broken or hostile wallet would send.
 *
 * @param target where pages listen; by default the window
 */
export function announceProvider(detail: unknown, target: EventTarget = globalThis): void {
  target.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
}

/** Announces now and at each `eip6963:requestProvider`. @returns the way to stop */
export function keepAnnouncing(detail: unknown, target: EventTarget = globalThis): () => void {
  const announce = () => announceProvider(detail, target)
  target.addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => target.removeEventListener('eip6963:requestProvider', announce)
}

/** Creates what a scripted wallet says of itself: what the test has given, and the default of everything else. */
export function createInfo(given: Partial<Eip6963Info>): Readonly<Eip6963Info> {
  return Object.freeze({
    uuid: given.uuid ?? createUuid(),
    name: given.name ?? 'Scripted wallet',
    icon: given.icon ?? DEFAULT_ICON,
    rdns: given.rdns ?? 'com.example.scripted',
  })
}

/** Creates a version 4 UUID; `crypto.randomUUID` is missing on plain http pages. */
function createUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** The default icon of a scripted wallet: a plain rounded square. */
const DEFAULT_ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" rx="22" fill="#4b5563"/><path d="M24 34h48a6 6 0 0 1 6 6v26a6 6 0 0 1-6 6H24a6 6 0 0 1-6-6V40a6 6 0 0 1 6-6z" fill="#fff"/><circle cx="64" cy="53" r="5" fill="#4b5563"/></svg>',
)}`
