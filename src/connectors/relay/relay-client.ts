import { SignClient } from '@walletconnect/sign-client'
import { SECOND } from '../../constants.js'
import { WalletError } from '../../errors/wallet-error.js'
import { now } from '../../platform/natives.js'
import { watchPage } from '../../platform/page.js'
import type { StorageLike } from '../../platform/storage.js'
import { within } from '../../platform/time.js'
import { patchClient } from './client-patches.js'
import { createCourier } from './courier.js'
import { addEnded } from './ended-sessions.js'
import { toRequestError, USER_DISCONNECTED } from './failures.js'
import { END_TIMEOUT, IDS_PER_MS, RELAY_LIMITS, type RelayLimits } from './limits.js'
import type { AppMetadata } from './metadata.js'
import { createPairing } from './pairing.js'
import type { Relay, SessionListener } from './relay.js'
import { createRelayStorage } from './relay-storage.js'
import { createRequests } from './request.js'
import { silent } from './silent-logger.js'
import {
  dropSessions,
  type RelayPrefix,
  readSessions,
  type StoredSession,
  sessionKey,
} from './stored-sessions.js'

/** The settings of a relay client. */
export interface RelaySettings {
  prefix: RelayPrefix
  /** The store's name, under which both namespaces keep what their wallets must still be told. */
  store: string
  projectId: string
  relayUrl: string | undefined
  metadata: AppMetadata
  storage: StorageLike
  /** Shorter times than {@link RELAY_LIMITS}, for tests. */
  limits?: Partial<RelayLimits>
}

const open = new Map<RelayPrefix, Promise<Relay>>()

/** Opens the relay of a prefix. Each page opens it once, and later calls apply their settings to it. */
export async function openRelay(settings: RelaySettings): Promise<Relay> {
  const known = open.get(settings.prefix)
  if (known) {
    const relay = (await known) as OpenedRelay
    relay.apply(settings)
    return relay
  }
  const opening = createRelay(settings)
  open.set(settings.prefix, opening)
  opening.catch(() => open.delete(settings.prefix))
  return opening
}

interface OpenedRelay extends Relay {
  apply(settings: RelaySettings): void
}

async function createRelay(settings: RelaySettings): Promise<OpenedRelay> {
  const { prefix, storage } = settings
  const limits = { ...RELAY_LIMITS, ...settings.limits }
  const client = new SignClient({
    projectId: settings.projectId,
    ...(settings.relayUrl && { relayUrl: settings.relayUrl }),
    metadata: settings.metadata,
    customStoragePrefix: prefix,
    storage: createRelayStorage(storage, prefix) as never,
    telemetryEnabled: false,
    logger: silent() as never,
  })
  const patched = patchClient(client, prefix, limits, () => ready && (pairing.isOpen() || requests.isOpen()))
  let ready = false
  await (client as unknown as { initialize(): Promise<void> }).initialize()
  const { core } = client
  const listeners = new Map<string, Set<SessionListener>>()
  const each = (topic: string, notify: (listener: SessionListener) => void) => {
    for (const listener of [...(listeners.get(topic) ?? [])]) notify(listener)
  }
  const has = (topic: string) => client.session.keys.includes(topic)

  /** Without sessions and codes the client keeps no socket and no timer. */
  const rest = () => {
    if (client.session.length > 0 || pairing.isOpen() || courier.isBusy()) return
    core.heartbeat.stop()
    // A socket that cannot be closed is closed already.
    void core.relayer.transportClose().catch(() => {})
  }
  const courier = createCourier(settings, patched.outbox, limits, rest)
  const pairing = createPairing({ client, rest, ...patched })
  const requests = createRequests(client, patched, limits)
  ready = true
  // A socket may still open after the last session ended; close it at once.
  core.relayer.on('relayer_connect', rest)

  /** Deletes a session on this page, without telling the wallet or the page's listeners. */
  async function forget(topic: string): Promise<void> {
    const session = has(topic) ? client.session.get(topic) : null
    patched.unsubscribe(topic)
    core.expirer.del(topic)
    await client.session.delete(topic, USER_DISCONNECTED)
    await core.relayer.messages.del(topic)
    // Another tab may have deleted the keys.
    if (session) await core.crypto.deleteKeyPair(session.self.publicKey).catch(() => {})
    await core.crypto.deleteSymKey(topic).catch(() => {})
  }

  /** Sessions that have ended on this page. */
  const ended = new Set<string>()
  const lost = (topic: string, reason: 'wallet' | 'expired') => {
    ended.add(topic)
    requests.giveUp(topic)
    each(topic, (listener) => listener.onEnd(reason))
    listeners.delete(topic)
    rest()
  }

  client.on('session_event', ({ topic, params }) =>
    each(topic, ({ onEvent }) => onEvent(params.event.name, params.event.data, params.chainId)),
  )
  client.on('session_update', ({ topic }) => {
    if (has(topic)) each(topic, ({ onUpdate }) => onUpdate(client.session.get(topic)))
  })
  client.on('session_delete', ({ topic }) => lost(topic, expired.has(topic) ? 'expired' : 'wallet'))
  const expired = new Set<string>()
  core.expirer.on('expirer_expired', ({ target }: { target: string }) => {
    if (target.startsWith('topic:')) expired.add(target.slice(6))
  })
  /** Sessions whose records went when another tab cleared the storage: the page keeps them until it is reloaded. */
  const kept = new Set<string>()
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
      // `forget` never rejects here: all of it is this page's memory and storage.
      if (!kept.has(topic)) void forget(topic).finally(() => lost(topic, 'wallet'))
    }
  }
  watchPage({
    onShow() {
      if (client.session.length > 0) patched.wake()
    },
    onStorage(key) {
      if (key === null) for (const topic of listMissing()) kept.add(topic)
      if (key !== sessionKey(prefix)) return
      courier.standIn()
      keepUp()
    },
  })
  keepUp()
  for (const { topic } of client.session.getAll()) await prepare(topic)
  void courier.deliver()
  rest()

  /**
   * Prepares a session for this page. It seals the message of the session's end now, because the session's key may be gone when the
   * session ends. It also forbids the client to open links: only this package may.
   */
  async function prepare(topic: string) {
    if (!has(topic)) return
    const { sessionConfig, wcbEnd } = client.session.get(topic) as StoredSession
    if (sessionConfig?.disableDeepLink && wcbEnd) return
    const news = {
      id: now() * IDS_PER_MS,
      jsonrpc: '2.0',
      method: 'wc_sessionDelete',
      params: USER_DISCONNECTED,
    }
    // Without its key no message can be sealed, and none could be read.
    const sealed = await core.crypto.encode(topic, news).catch(() => undefined)
    const patch = {
      sessionConfig: { ...sessionConfig, disableDeepLink: true },
      ...(sealed && { wcbEnd: sealed }),
    }
    if (has(topic)) await client.session.update(topic, patch)
  }

  const ending = new Map<string, Promise<void>>()
  async function endNow(topic: string): Promise<void> {
    ended.add(topic)
    requests.giveUp(topic)
    listeners.delete(topic)
    if (has(topic)) {
      const { wcbEnd, expiry } = client.session.get(topic) as StoredSession
      if (wcbEnd) addEnded(storage, settings.store, { topic, message: wcbEnd, expiry })
      await forget(topic)
    }
    patched.wake()
    await within(courier.deliver(), END_TIMEOUT, () => {})
    rest()
  }

  const relay: OpenedRelay = {
    apply(next) {
      Object.assign(client, { metadata: next.metadata })
      patched.apply(next)
    },
    async pair(namespaces, options) {
      const session = await pairing.pair(namespaces, options)
      await prepare(session.topic)
      return session
    },
    async request(topic, chainId, asked) {
      if (!has(topic)) throw new WalletError('no_session_found')
      patched.wake()
      try {
        return await requests.request(topic, chainId, asked)
      } catch (error) {
        const session = has(topic) ? client.session.get(topic) : null
        if (session && session.expiry * SECOND <= now()) {
          await forget(topic)
          lost(topic, 'expired')
        }
        throw toRequestError(error)
      }
    },
    giveUp: requests.giveUp,
    getSession: (topic) => (has(topic) ? client.session.get(topic) : undefined),
    remember(topic, patch) {
      const session = has(topic) ? (client.session.get(topic) as StoredSession) : undefined
      const isNew = Object.entries(patch).some(([name, value]) => session?.[name as never] !== value)
      // The session was read in this very task: it is there to be updated.
      if (session && isNew) void client.session.update(topic, patch)
    },
    listen(topic, listener) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set.add(listener))
      return () => void set.delete(listener)
    },
    end(topic) {
      const known = ending.get(topic)
      if (known) return known
      const telling = endNow(topic).finally(() => ending.delete(topic))
      ending.set(topic, telling)
      return telling
    },
    endOthers(topic) {
      for (const other of client.session.keys) if (other !== topic) void relay.end(other)
    },
  }
  return relay
}
