import { LEFT } from '../../constants.js'
import { WalletError } from '../../errors/wallet-error.js'
import { NativePromise, now } from '../../platform/natives.js'
import { within } from '../../platform/time.js'
import { untilAborted } from '../../platform/until-aborted.js'
import type { ChainId } from '../../protocol/caip2.js'
import { storageOf } from '../config.js'
import type { Connector, ConnectRequest, WalletSession } from '../connector.js'
import type { RelayFamily, RelayGrant } from './family.js'
import { SIGN_IN_PART_TIMEOUT } from './limits.js'
import { loadRelay } from './load-relay.js'
import { openRelaySession } from './open-session.js'
import { showCode } from './show-code.js'
import type { SignInCodes } from './sign-in-codes.js'
import { dropCode, hasCode } from './stored-codes.js'
import { dropExpired, findSession, healRecords, prefixOf, type StoredSession } from './stored-sessions.js'

/** Returns what creates codes by which a wallet also signs in, or null if the wallet shall only connect. Never rejects. */
async function offerSignIn<Grant extends RelayGrant>(
  family: RelayFamily<Grant>,
  { signIn, config, chainId }: ConnectRequest,
): Promise<SignInCodes | null> {
  // A modal that is not ours has no way to go on when the wallet is silent.
  if (!family.signIn || config.qrModal === 'walletconnect') return null
  try {
    const prompt = await signIn?.()
    return prompt ? await family.signIn(prompt, config, chainId) : null
  } catch {
    // Without that part two prompts follow. The console reports why it is missing.
    return null
  }
}

/** Switches a new session to the requested chain. If that fails or is cancelled, the session ends. */
async function moveNewSession(
  session: WalletSession,
  chainId: ChainId,
  { config, signal }: ConnectRequest,
): Promise<void> {
  try {
    await untilAborted(session.switchChain?.(chainId, config) ?? NativePromise.resolve(), signal)
  } catch (error) {
    // Its records are deleted at once; the wallet is informed when the relay is reached.
    session.disconnect().catch(() => {})
    throw error
  }
}

/**
 * Shows codes until a wallet approves one, then opens a session on its grant.
 *
 * @param since when the visitor chose the wallet, on the clock of `ticks`
 * @throws WalletError `session_incompatible`, `config_invalid` without a project id, the family's error for a failed pairing,
 * and what switching to the requested chain may throw
 */
export async function connectByRelay<Grant extends RelayGrant>(
  family: RelayFamily<Grant>,
  request: ConnectRequest,
  since: number,
): Promise<WalletSession> {
  const { config, signal, chainId } = request
  const offered = offerSignIn(family, request)
  const relay = await loadRelay(family.name, config)
  const signIn = await within(offered, SIGN_IN_PART_TIMEOUT, () => null)
  const code = showCode(request)
  let stored: StoredSession
  try {
    stored = await relay.pair(family.proposal(config), {
      since,
      signal: code.signal,
      onUri: code.onUri,
      onOutage: (isDown) => request.onOutage?.(isDown),
      signIn,
      onSilence: (goOn) => request.onSilence?.(goOn),
    })
  } catch (error) {
    throw signal.aborted ? error : family.toError(code.failure ?? error)
  } finally {
    code.close()
  }
  const grant = family.readGrant(stored, family.wanted(config))
  if (!grant || signal.aborted) {
    dropCode(storageOf(config), config.store, stored.pairingTopic)
    void relay.end(stored.topic)
    throw new WalletError(grant ? 'session_ended' : 'session_incompatible')
  }
  const wcbApp = request.readApp?.()
  const own = wcbApp ? { wcbApp } : {}
  relay.remember(stored.topic, own)
  const session = openRelaySession(family, {
    stored: { ...stored, ...own },
    grant,
    config,
    chainId: chainId ?? signIn?.chainId,
    relay,
    loadRelay: async () => relay,
  })
  try {
    if (chainId && chainId !== session.chainId) await moveNewSession(session, chainId, request)
  } finally {
    dropCode(storageOf(config), config.store, stored.pairingTopic)
  }
  // Not before: if the new session fails, the page keeps the one that it has.
  relay.endOthers(stored.topic)
  return session
}

/** Opens the session of the answer to a code that an earlier page has shown; null when there is none. */
async function resumeByRelay<Grant extends RelayGrant>(
  family: RelayFamily<Grant>,
  { config, signal }: Parameters<Connector['restore']>[0],
): Promise<WalletSession | null> {
  const relay = await loadRelay(family.name, config)
  const stored = await relay.resume(signal)
  // A later page finds the session by its code.
  if (!stored || signal.reason === LEFT) return null
  dropCode(storageOf(config), config.store, stored.pairingTopic)
  const grant = family.readGrant(stored, family.wanted(config))
  if (!grant || signal.aborted) {
    void relay.end(stored.topic)
    return null
  }
  const session = openRelaySession(family, { stored, grant, config, relay, loadRelay: async () => relay })
  relay.endOthers(stored.topic)
  return session
}

/**
 * Restores a stored session at once, from its record and its keys; without a topic, opens the session of the answer to a code that an earlier
 * page has shown. The relay's client is loaded when the page is idle or something needs it; if it finds that the session is over, the session
 * ends then.
 *
 * @returns null when no session is stored, or the page cannot use it
 */
export async function restoreByRelay<Grant extends RelayGrant>(
  family: RelayFamily<Grant>,
  request: Parameters<Connector['restore']>[0],
): Promise<WalletSession | null> {
  const { config, topic } = request
  if (!topic) return hasCode(family.name, config) ? resumeByRelay(family, request) : null
  const storage = storageOf(config)
  const prefix = prefixOf(family.name, config.store)
  dropExpired(storage, prefix, now())
  const stored = findSession(storage, prefix, topic, now())
  const grant = stored && family.readGrant(stored, family.chains(config))
  healRecords(storage, prefix)
  if (!stored || !grant) return null
  return openRelaySession(family, {
    stored,
    grant,
    config,
    async loadRelay() {
      const relay = await loadRelay(family.name, config)
      await relay.adopt(stored.topic)
      return relay
    },
  })
}
