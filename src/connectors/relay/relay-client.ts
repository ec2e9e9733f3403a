import { SignClient } from '@walletconnect/sign-client'
import type { JsonRpcRecord } from '@walletconnect/types'
import { WalletError } from '../../errors/wallet-error.js'
import { readAddress } from '../../platform/environment.js'
import { watchPage } from '../../platform/page.js'
import type { StorageLike } from '../../platform/storage.js'
import { within } from '../../platform/time.js'
import { patchClient } from './client-patches.js'
import { createEndDelivery } from './end-delivery.js'
import { toRequestError } from './failures.js'
import { END_TIMEOUT, RELAY_LIMITS, type RelayLimits } from './limits.js'
import { createLiveSessions } from './live-sessions.js'
import type { AppMetadata } from './metadata.js'
import { createPairing } from './pairing.js'
import type { Relay } from './relay.js'
import { createRelayStorage } from './relay-storage.js'
import { createRequests } from './request.js'
import { silent } from './silent-logger.js'
import { keepAnswer, readCodes, type StoredCode } from './stored-codes.js'
import { type RelayPrefix, type StoredSession, sessionKey } from './stored-sessions.js'

/** The settings of a relay client. */
export interface RelaySettings {
  prefix: RelayPrefix
  /** The store's name, under which both namespaces store the messages that their wallets must still get. */
  store: string
  projectId: string
  relayUrl: string | undefined
  metadata: AppMetadata
  storage: StorageLike
  /** Shorter times than {@link RELAY_LIMITS}, for tests. */
  limits?: Partial<RelayLimits>
}

const open = new Map<RelayPrefix, Promise<OpenedRelay>>()

/** Opens the relay of a prefix. Each page opens it once, and later calls apply their settings to it. */
export async function openRelay(settings: RelaySettings): Promise<Relay> {
  const known = open.get(settings.prefix)
  if (known) {
    const relay = await known
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

/**
 * Creates the relay's client. It does nothing until it is initialised. While it is created it takes only the page's own address for
 * the app's, with a warning, so it gets the app's address afterwards.
 */
function createClient(
  { prefix, storage, projectId, relayUrl, metadata }: RelaySettings,
  codes: readonly StoredCode[],
) {
  const client = new SignClient({
    projectId,
    ...(relayUrl && { relayUrl }),
    metadata: { ...metadata, url: readAddress().origin },
    customStoragePrefix: prefix,
    storage: createRelayStorage(
      storage,
      prefix,
      Object.assign({}, ...codes.map(({ keys }) => keys)),
    ) as never,
    telemetryEnabled: false,
    logger: silent() as never,
  })
  return Object.assign(client, { metadata })
}

/** Stores which wallet has answered a code, as soon as the client has the answer. */
function keepAnswers({ core }: ReturnType<typeof createClient>, settings: RelaySettings): void {
  core.history.on('history_updated', ({ id, response }: JsonRpcRecord) => {
    if (response && 'result' in response) keepAnswer(settings, id, response.result?.responderPublicKey)
  })
}

async function createRelay(settings: RelaySettings): Promise<OpenedRelay> {
  const { prefix } = settings
  const limits = { ...RELAY_LIMITS, ...settings.limits }
  const codes = readCodes(settings.storage, settings.store, prefix)
  const client = createClient(settings, codes)
  /** What may wait for an answer over the relay. */
  const waiting: { isOpen(): boolean }[] = []
  const patched = patchClient(client, prefix, limits, () => waiting.some((one) => one.isOpen()))
  await (client as unknown as { initialize(): Promise<void> }).initialize()
  const { core } = client

  /** Without sessions and codes the client keeps no socket and no timer. */
  const rest = () => {
    if (client.session.length === 0 && !pairing.isOpen() && !ends.isBusy()) patched.sleep()
  }
  const ends = createEndDelivery(settings, patched.outbox, limits, rest)
  const pairing = createPairing({ client, rest, ...patched, place: settings })
  const requests = createRequests(client, patched, limits)
  waiting.push(pairing, requests)
  // A socket may still open after the last session ended; close it at once.
  core.relayer.on('relayer_connect', rest)

  const sessions = createLiveSessions(client, { ...settings, ...patched, ...requests, rest })
  watchPage({
    onShow() {
      if (client.session.length > 0) patched.wake()
    },
    onStorage(key) {
      if (key === sessionKey(prefix)) ends.deliverLater()
      sessions.follow(key)
    },
  })
  keepAnswers(client, settings)
  await sessions.start()
  void ends.deliver()
  rest()

  const prepare = async <Session extends StoredSession | null>(session: Session): Promise<Session> => {
    if (session) await sessions.prepare(session.topic)
    return session
  }
  const end = async (topic: string) => {
    await sessions.end(topic)
    patched.wake()
    await within(ends.deliver(), END_TIMEOUT, () => {})
    rest()
  }

  return {
    apply(next) {
      Object.assign(client, { metadata: next.metadata })
      patched.apply(next)
    },
    pair: async (namespaces, options) => prepare(await pairing.pair(namespaces, options)),
    resume: async (signal) => prepare(await pairing.resume(signal)),
    async request(topic, chainId, asked, progress) {
      if (!sessions.get(topic)) throw new WalletError('no_session_found')
      patched.wake()
      try {
        return await requests.request(topic, chainId, asked, progress)
      } catch (error) {
        await sessions.expire(topic)
        throw toRequestError(error)
      }
    },
    giveUp: requests.giveUp,
    getSession: sessions.get,
    adopt: sessions.adopt,
    remember: sessions.remember,
    listen: sessions.listen,
    end,
    endOthers(topic) {
      for (const other of client.session.keys) if (other !== topic) void end(other)
    },
  }
}
