import type { SignClient } from '@walletconnect/sign-client'
import { SECOND } from '../../constants.js'
import { now } from '../../platform/natives.js'
import type { StorageLike } from '../../platform/storage.js'
import { addEnded } from './ended-sessions.js'
import { USER_DISCONNECTED } from './failures.js'
import { IDS_PER_MS } from './limits.js'
import type { Relay, SessionListener } from './relay.js'
import {
  dropSessions,
  type RelayPrefix,
  readSessions,
  type StoredSession,
  sessionKey,
} from './stored-sessions.js'

type Client = InstanceType<typeof SignClient>

/** The sessions of a relay's client on this page, and what their wallets and other tabs do to them. */
export interface LiveSessions extends Pick<Relay, 'listen' | 'remember'> {
  /** A session; undefined when the client has none of this topic. */
  get(topic: string): StoredSession | undefined
  /**
   * Prepares a session for this page. It seals the message of the session's end now, because the session's key may be gone when the
   * session ends. It also forbids the client to open links: only this package may.
   */
  prepare(topic: string): Promise<void>
  /** Ends a session on this page, and stores what its wallet must still be told. */
  end(topic: string): Promise<void>
  /** Ends a session if its time is over. */
  expire(topic: string): Promise<void>
  /** Another tab has changed this key of the storage; null when it has cleared all. */
  follow(key: string | null): void
  /** Compares the sessions with the storage, and prepares those that are there. */
  start(): Promise<void>
}

/** What sessions need of the rest of a relay. */
interface Surroundings {
  prefix: RelayPrefix
  /** The store's name. */
  store: string
  storage: StorageLike
  unsubscribe(topic: string): void
  /** Ends a session's open requests. */
  giveUp(topic: string): void
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
  const news = {
    id: now() * IDS_PER_MS,
    jsonrpc: '2.0',
    method: 'wc_sessionDelete',
    params: USER_DISCONNECTED,
  }
  // Without its key no message can be sealed, and none could be read.
  const sealed = await client.core.crypto.encode(topic, news).catch(() => undefined)
  const patch = {
    sessionConfig: { ...session.sessionConfig, disableDeepLink: true },
    ...(sealed && { wcbEnd: sealed }),
  }
  if (getSession(client, topic)) await client.session.update(topic, patch)
}

/** Keeps who listens to each session, and tells them the wallet's events and changes. The caller tells them the session's end. */
function createListeners(client: Client) {
  const all = new Map<string, Set<SessionListener>>()
  const each = (topic: string, notify: (listener: SessionListener) => void) => {
    for (const listener of [...(all.get(topic) ?? [])]) notify(listener)
  }
  client.on('session_event', ({ topic, params }) =>
    each(topic, ({ onEvent }) => onEvent(params.event.name, params.event.data, params.chainId)),
  )
  client.on('session_update', ({ topic }) => {
    const session = getSession(client, topic)
    if (session) each(topic, ({ onUpdate }) => onUpdate(session))
  })
  const listen: Relay['listen'] = (topic, listener) => {
    const set = all.get(topic) ?? new Set()
    all.set(topic, set.add(listener))
    return () => void set.delete(listener)
  }
  return { each, listen, unlisten: (topic: string) => void all.delete(topic) }
}

/**
 * Returns the way to read why a session has ended. The client reports that a session's time is over before it deletes the session.
 */
function watchExpiry({ core }: Client): (topic: string) => 'wallet' | 'expired' {
  const expired = new Set<string>()
  core.expirer.on('expirer_expired', ({ target }: { target: string }) => {
    if (target.startsWith('topic:')) expired.add(target.slice(6))
  })
  return (topic) => (expired.has(topic) ? 'expired' : 'wallet')
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

/** Creates the {@link LiveSessions} of a client. */
export function createLiveSessions(
  client: Client,
  { prefix, store, storage, unsubscribe, giveUp, rest }: Surroundings,
): LiveSessions {
  const { listen, unlisten, each } = createListeners(client)
  /** Sessions that have ended on this page. */
  const ended = new Set<string>()
  /** Sessions whose records went when another tab cleared the storage: the page keeps them until it is reloaded. */
  const kept = new Set<string>()

  const get = (topic: string) => getSession(client, topic)
  const drop = (topic: string) => {
    unsubscribe(topic)
    return forget(client, topic)
  }
  const lost = (topic: string, reason: 'wallet' | 'expired') => {
    ended.add(topic)
    giveUp(topic)
    each(topic, (listener) => listener.onEnd(reason))
    unlisten(topic)
    rest()
  }
  /** Sessions that storage has not got. */
  const listMissing = () => {
    const left = new Set(readSessions(storage, prefix).map(({ topic }) => topic))
    return client.session.keys.filter((topic) => !left.has(topic))
  }
  /** Follows the changes of other tabs. */
  const keepUp = () => {
    // A tab that was loading may have written an ended session again.
    dropSessions(storage, prefix, ended)
    // Another tab has ended a session, and tells the wallet unless it is closed first.
    for (const topic of listMissing()) {
      // `drop` never rejects here: all of it is this page's memory and storage.
      if (!kept.has(topic)) void drop(topic).finally(() => lost(topic, 'wallet'))
    }
  }

  const readReason = watchExpiry(client)
  client.on('session_delete', ({ topic }) => lost(topic, readReason(topic)))

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
    async end(topic) {
      ended.add(topic)
      giveUp(topic)
      unlisten(topic)
      const session = get(topic)
      if (!session) return
      const { wcbEnd, expiry } = session
      if (wcbEnd) addEnded(storage, store, { topic, message: wcbEnd, expiry })
      await drop(topic)
    },
    async expire(topic) {
      const { expiry = Infinity } = get(topic) ?? {}
      if (expiry * SECOND > now()) return
      await drop(topic)
      lost(topic, 'expired')
    },
    follow(key) {
      if (key === null) for (const topic of listMissing()) kept.add(topic)
      if (key === sessionKey(prefix)) keepUp()
    },
    async start() {
      keepUp()
      for (const { topic } of client.session.getAll()) await prepare(client, topic)
    },
  }
}
