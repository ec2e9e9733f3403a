import type { SignClient } from '@walletconnect/sign-client'
import { SECOND } from '../../constants.js'
import { now } from '../../platform/natives.js'
import type { PatchedClient } from './client-patches.js'
import { endStored } from './ended-sessions.js'
import { USER_DISCONNECTED } from './failures.js'
import type { Relay, SessionListener } from './relay.js'
import type { Requests } from './request.js'
import { sealEnd } from './second-answer.js'
import type { CodePlace } from './stored-codes.js'
import {
  dropSessions,
  pickKeys,
  readKeychain,
  readSessions,
  type StoredSession,
  sessionKey,
} from './stored-sessions.js'

type Client = InstanceType<typeof SignClient>

/**
 * The state of a session on this page, as a table: stage → event → next stage. An event that the table lacks changes nothing.
 *
 * - `live`: no end of it is known.
 * - `kept`: another tab has cleared the storage. The page keeps the session until it is reloaded.
 * - `expired`: its time is over, and it is about to be deleted.
 * - `over`: it has ended. It never comes back, even when a tab that was loading has written its record again.
 */
export const SESSION = {
  live: { cleared: 'kept', expire: 'expired', end: 'over' },
  kept: { expire: 'expired', end: 'over' },
  expired: { end: 'over' },
  over: {},
} as const satisfies Record<string, Partial<Record<SessionEvent, string>>>

type SessionStage = keyof typeof SESSION
type SessionEvent = 'cleared' | 'expire' | 'end'

/** The sessions of a relay's client on this page, and what their wallets and other tabs do to them. */
export interface LiveSessions extends Pick<Relay, 'listen' | 'remember' | 'adopt'> {
  /** A session that is not over; undefined when the client has none of this topic. */
  get(topic: string): StoredSession | undefined
  /**
   * Prepares a session for this page. It seals the message of the session's end now, because the session's key may be gone when the
   * session ends. It also forbids the client to open links: only this package may.
   */
  prepare(topic: string): Promise<void>
  /** Ends a session on this page, and stores the message for its wallet. */
  end(topic: string): Promise<void>
  /** Ends a session if its time is over. */
  expire(topic: string): Promise<void>
  /** Another tab has changed this key of the storage; null when it has cleared all. */
  follow(key: string | null): void
  /** Compares the sessions with the storage, and prepares those that are there. */
  start(): Promise<void>
}

/** What sessions need of the rest of a relay. */
interface Surroundings
  extends CodePlace,
    Pick<PatchedClient, 'subscribe' | 'unsubscribe' | 'wake'>,
    Pick<Requests, 'giveUp'> {
  /** Called when a session has gone. */
  rest(): void
}

/** A session of the client; undefined when it has none of this topic. */
const getSession = ({ session }: Client, topic: string): StoredSession | undefined =>
  session.keys.includes(topic) ? session.get(topic) : undefined

/** As {@link LiveSessions.prepare}. */
async function prepare(client: Client, topic: string): Promise<void> {
  const session = getSession(client, topic)
  if (!session || (session.sessionConfig?.disableDeepLink && session.wcbEnd)) return
  // Without its key no message can be sealed, and none could be read.
  const sealed = await sealEnd(client, topic).catch(() => undefined)
  const patch = {
    sessionConfig: { ...session.sessionConfig, disableDeepLink: true },
    ...(sealed && { wcbEnd: sealed }),
  }
  if (getSession(client, topic)) await client.session.update(topic, patch)
}

/** Deletes a session on this page, without telling the wallet or the page's listeners. */
async function forget(client: Client, topic: string): Promise<void> {
  const { core } = client
  const session = getSession(client, topic)
  core.expirer.del(topic)
  await client.session.delete(topic, USER_DISCONNECTED)
  await core.relayer.messages.del(topic)
  // Another tab may have deleted the keys.
  if (session) await core.crypto.deleteKeyPair(session.self.publicKey).catch(() => {})
  await core.crypto.deleteSymKey(topic).catch(() => {})
}

/** As {@link LiveSessions.adopt}. @returns whether the session was adopted */
async function adopt(client: Client, { storage, prefix }: CodePlace, topic: string): Promise<boolean> {
  const stored = readSessions(storage, prefix).find((one) => one.topic === topic)
  const keys = readKeychain(storage, prefix)
  if (!stored || !keys[topic] || getSession(client, topic)) return false
  const { core } = client
  for (const [name, key] of Object.entries(pickKeys(keys, [stored])))
    if (!core.crypto.keychain.has(name)) await core.crypto.keychain.set(name, key)
  await client.session.set(topic, stored)
  core.expirer.set(topic, stored.expiry)
  return true
}

/** Owns the stage of each session, and passes the wallet's events to its listeners. The caller reports its end. */
function createStages(client: Client) {
  const all = new Map<string, { stage: SessionStage; listeners: Set<SessionListener> }>()
  const find = (topic: string) => {
    const one = all.get(topic) ?? { stage: 'live', listeners: new Set() }
    all.set(topic, one)
    return one
  }
  const read = (topic: string): SessionStage => all.get(topic)?.stage ?? 'live'
  /** Moves a session as the table says; nothing else changes its stage. @returns the stage before */
  const move = (topic: string, event: SessionEvent): SessionStage => {
    const one = find(topic)
    const { stage } = one
    one.stage = (SESSION[stage] as Partial<Record<SessionEvent, SessionStage>>)[event] ?? stage
    return stage
  }
  const each = (topic: string, notify: (listener: SessionListener) => void) => {
    for (const listener of [...find(topic).listeners]) notify(listener)
  }
  /** A session that is not over. */
  const get = (topic: string) => (read(topic) === 'over' ? undefined : getSession(client, topic))

  client.on('session_event', ({ topic, params }) =>
    each(topic, ({ onEvent }) => onEvent(params.event.name, params.event.data, params.chainId)),
  )
  client.on('session_update', ({ topic }) => {
    const session = get(topic)
    if (session) each(topic, ({ onUpdate }) => onUpdate(session))
  })
  // The client says that a session's time is over before it deletes the session.
  client.core.expirer.on('expirer_expired', ({ target }: { target: string }) => {
    if (target.startsWith('topic:')) move(target.slice(6), 'expire')
  })

  return {
    read,
    move,
    get,
    each,
    listOver: () => new Set([...all.keys()].filter((topic) => all.get(topic)?.stage === 'over')),
    listen(topic: string, listener: SessionListener) {
      const { listeners } = find(topic)
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Removes the listeners of a session. */
    unlisten: (topic: string) => find(topic).listeners.clear(),
  }
}

/** Creates the {@link LiveSessions} of a client. */
export function createLiveSessions(client: Client, surroundings: Surroundings): LiveSessions {
  const { store, storage, prefix, subscribe, unsubscribe, wake, giveUp, rest } = surroundings
  const { read, move, get, each, listOver, listen, unlisten } = createStages(client)

  const drop = (topic: string) => {
    unsubscribe(topic)
    return forget(client, topic)
  }
  /** A session has ended, and the page has not ended it. */
  const lost = (topic: string) => {
    const reason = move(topic, 'end') === 'expired' ? 'expired' : 'wallet'
    giveUp(topic)
    each(topic, (listener) => listener.onEnd(reason))
    unlisten(topic)
    rest()
  }
  /** Sessions that are not in the storage. */
  const listMissing = () => {
    const left = new Set(readSessions(storage, prefix).map(({ topic }) => topic))
    return client.session.keys.filter((topic) => !left.has(topic))
  }
  /** Compares the sessions with the storage, which other tabs change. */
  const compare = () => {
    // A tab that was loading may have written an ended session again.
    dropSessions(storage, prefix, listOver())
    for (const topic of listMissing()) {
      // The other tab informs the wallet unless it is closed first. `drop` never rejects here: all of it is this page's memory and storage.
      if (read(topic) !== 'kept') void drop(topic).finally(() => lost(topic))
    }
  }

  client.on('session_delete', ({ topic }) => lost(topic))

  return {
    get,
    prepare: (topic) => prepare(client, topic),
    remember(topic, patch) {
      const session = get(topic)
      const isNew = Object.entries(patch).some(([name, value]) => session?.[name as never] !== value)
      // The session was read in this very task: it is there to be updated.
      if (session && isNew) void client.session.update(topic, patch)
    },
    listen,
    async adopt(topic) {
      if (read(topic) === 'over' || !(await adopt(client, surroundings, topic))) return
      wake()
      subscribe(topic)
    },
    async end(topic) {
      move(topic, 'end')
      giveUp(topic)
      unlisten(topic)
      const session = getSession(client, topic)
      if (!session) return
      endStored(storage, store, prefix, topic, session)
      await drop(topic)
    },
    async expire(topic) {
      const { expiry = Infinity } = get(topic) ?? {}
      if (expiry * SECOND > now()) return
      move(topic, 'expire')
      await drop(topic)
      lost(topic)
    },
    follow(key) {
      if (key === null) for (const topic of listMissing()) move(topic, 'cleared')
      if (key === sessionKey(prefix)) compare()
    },
    async start() {
      compare()
      for (const { topic } of client.session.getAll()) await prepare(client, topic)
    },
  }
}
