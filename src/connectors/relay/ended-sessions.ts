import { SECOND } from '../../constants.js'
import { readField } from '../../errors/normalise.js'
import { now } from '../../platform/natives.js'
import type { StorageLike } from '../../platform/storage.js'
import { endedKey } from '../../platform/stored-names.js'
import { dropSessions, type RelayPrefix, readList, readSessions, writeRecord } from './stored-sessions.js'

/**
 * A session that has ended on this page before its wallet was informed. Only the message for the wallet is left; it was sealed while
 * the session's key was still there.
 */
interface EndedSession {
  topic: string
  message: string
  /** Epoch seconds; from then on the wallet ends the session by itself. */
  expiry: number
}

/** The longest sealed message that we store or send. It has a few words. */
const MAX_SEALED = 2_000

/** More wallets than anybody connects; the oldest message is dropped. */
const MAX_ENDED = 20

const isEnded = (value: unknown): value is EndedSession => {
  const [topic, message, expiry] = ['topic', 'message', 'expiry'].map((name) => readField(value, name))
  return (
    /^[0-9a-f]{64}$/.test(String(topic)) &&
    typeof message === 'string' &&
    message.length < MAX_SEALED &&
    Number(expiry) * SECOND > now()
  )
}

/** The sessions of a store whose wallets must still be informed. */
export const readEnded = (storage: StorageLike, store: string): EndedSession[] =>
  readList(storage, endedKey(store), isEnded)

/** Writes the record anew, with one more session, or without the one of `topic`. */
function change(storage: StorageLike, store: string, topic: string, added: readonly EndedSession[]): void {
  const others = readEnded(storage, store).filter((one) => one.topic !== topic)
  writeRecord(storage, endedKey(store), [...others, ...added.filter(isEnded)].slice(-MAX_ENDED))
}

export const dropEnded = (storage: StorageLike, store: string, topic: string): void =>
  change(storage, store, topic, [])

/**
 * Ends a session in storage: its record and its keys are gone, and its sealed message waits to be sent. It needs no relay
 * client.
 *
 * @param session the session, where storage may have lost its record
 */
export function endStored(
  storage: StorageLike,
  store: string,
  prefix: RelayPrefix,
  topic: string,
  session = readSessions(storage, prefix).find((one) => one.topic === topic),
): void {
  if (session?.wcbEnd)
    change(storage, store, topic, [{ topic, message: session.wcbEnd, expiry: session.expiry }])
  dropSessions(storage, prefix, new Set([topic]))
}
