import { readField } from '../../errors/normalise.js'
import { cleanIcon, cleanName } from '../name-and-icon.js'

/** An EIP-1193 provider whose answers are not checked yet. */
export interface Eip1193Provider {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (payload: unknown) => void): unknown
  removeListener?(event: string, listener: (payload: unknown) => void): unknown
  off?(event: string, listener: (payload: unknown) => void): unknown
}

/** A value that a page holds, if it is a provider. It may be anything: a frozen object, a Proxy, a list that contains itself. */
export const toProvider = (value: unknown): Eip1193Provider | null =>
  typeof readField(value, 'request') === 'function' ? (value as Eip1193Provider) : null

/** A wallet's announcement (EIP-6963), cleaned. */
export interface Announcement {
  uuid: string
  rdns: string
  name: string
  /** Data URI, or an empty string when the announced icon cannot be drawn safely. */
  icon: string
  provider: Eip1193Provider
}

/** Longest field of an announcement that is read, in characters: icons are long. */
const MAX_FIELD = 10_000_000

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_FIELD

/**
 * Reads an announcement. It never throws and returns null for anything unusable. It reads each field exactly once, so
 * that a Proxy cannot show one name here and another there.
 *
 * @param isWanted whether an announcement with this uuid matters; the others are not read further
 */
export function readAnnouncement(
  event: Event,
  isWanted: (uuid: string) => boolean = () => true,
): Announcement | null {
  try {
    const detail = (event as CustomEvent).detail
    const { info, provider } = detail
    const { uuid } = info
    if (!isText(uuid) || !isWanted(uuid)) return null
    const { name, icon, rdns } = info
    if (!isText(name) || !isText(icon) || !isText(rdns)) return null
    if (typeof provider.request !== 'function') return null
    const label = cleanName(name)
    const clean = cleanName(rdns)
    // Most ids are visible ASCII characters, and the longer expression is slow at first.
    const id = /[^!-~]/.test(clean) ? clean.replace(/[\s\p{C}]/gu, '') : clean
    return label && id ? { uuid, rdns: id, name: label, icon: cleanIcon(icon), provider } : null
  } catch {
    return null
  }
}
