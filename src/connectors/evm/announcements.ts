import { MAX_WALLETS } from '../../constants.js'
import type { Connector } from '../connector.js'
import { type Announcement, readAnnouncement } from './announcement.js'

/** An announced wallet, with a warning when its identity is doubtful. */
export interface Entry extends Announcement {
  id: string
  note?: Connector['note']
}

/**
 * The announcements of this page. All clients share one request and one listener for as long as the page lives
 * (EIP-6963).
 */
export interface Announcements {
  entries: Map<string, Entry>
  /** @returns the way to stop */
  watch(listener: (entry: Entry) => void): () => void
}

function listen(): Announcements {
  const entries = new Map<string, Entry>()
  const listeners = new Set<(entry: Entry) => void>()
  const notify = (entry: Entry) => {
    for (const listener of listeners) listener(entry)
  }
  const mark = (entry: Entry, note: NonNullable<Connector['note']>) => {
    if (entry.note === note) return
    entry.note = note
    notify(entry)
  }
  // A full list takes no more wallets, but still notices a second provider under a uuid.
  const isWanted = (uuid: string) => entries.size < MAX_WALLETS || entries.has(uuid)
  globalThis.addEventListener('eip6963:announceProvider', (event) => {
    const found = readAnnouncement(event, isWanted)
    if (!found) return
    const same = entries.get(found.uuid)
    if (same) {
      // A second provider under a uuid that is in use is a sign of tampering: the first provider stays.
      if (same.provider !== found.provider) mark(same, 'shared-uuid')
      return
    }
    const twins = [...entries.values()].filter(({ rdns }) => rdns === found.rdns)
    if (twins.some((entry) => entry.provider === found.provider)) return
    const added: Entry = { ...found, id: twins.length ? `${found.rdns}:${found.uuid}` : found.rdns }
    entries.set(found.uuid, added)
    if (twins.length) added.note = 'shared-identity'
    for (const twin of twins) mark(twin, 'shared-identity')
    notify(added)
  })
  // Prototype.js takes the name `Event` for something else.
  globalThis.dispatchEvent(new CustomEvent('eip6963:requestProvider'))
  return {
    entries,
    watch(listener) {
      listeners.add(listener)
      for (const entry of entries.values()) listener(entry)
      return () => void listeners.delete(listener)
    },
  }
}

let page: Announcements | undefined

/** Returns the announcements of this page; the first call requests them. */
export const readAnnouncements = (): Announcements => {
  page ??= listen()
  return page
}

/** The wallet that has announced itself under this rdns, the first if there are several. */
export function findAnnounced(rdns: string): Entry | undefined {
  // A connector that the page brought along may be the only part of its copy of this package.
  if (typeof globalThis.addEventListener === 'function') readAnnouncements()
  return page && [...page.entries.values()].find((entry) => entry.rdns === rdns)
}
