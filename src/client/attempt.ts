import type { Connector, ConnectRequest, WalletSession } from '../connectors/connector.js'
import { toWalletError } from '../errors/normalise.js'
import { WalletError } from '../errors/wallet-error.js'
import { now, ticks } from '../platform/natives.js'
import { namespaceOf } from '../protocol/caip2.js'
import { fail, NOTHING, settle, toResult } from './call-result.js'
import type { Core, Pending, Running } from './core.js'
import { release } from './live-connection.js'
import { changeAttempt, clear, move } from './progress.js'
import { stopWaiting, tidy } from './reconnect.js'
import { toSessionConfig } from './session-config.js'

/** Stops the attempt. What its wallet still answers is released. */
export function stopRunning(core: Core): void {
  core.running?.control.abort()
  core.running = null
}

/** Shows a code by which the wallet is asked to connect only. */
export function goOn(core: Core): void {
  core.running?.goOn?.()
  changeAttempt(core, { isSilent: false })
}

/** Stops the attempt, and answers the waiting call with nulls. */
export function cancelAll(core: Core): void {
  stopRunning(core)
  clear(core, 'cancel')
  settle(core, NOTHING)
}

/**
 * The request that the connector gets. Its callbacks do nothing once another attempt has replaced this one.
 */
function toRequest(core: Core, own: Running, config: Core['config']): ConnectRequest {
  return {
    config: toSessionConfig(core, config),
    chainId: own.chainId,
    signal: own.control.signal,
    onUri(uri, uriExpiresAt) {
      // Open the modal for a QR code even if connect({ walletId }) skipped the list.
      if (core.running === own)
        changeAttempt(core, { uri, uriExpiresAt, isSilent: false }, 'uri', { open: true })
    },
    onOutage(isRelayDown) {
      if (core.running === own) changeAttempt(core, { isRelayDown })
    },
    onSilence(showOther) {
      if (core.running !== own) return
      own.goOn = showOther
      changeAttempt(core, { isSilent: true })
    },
    readApp: () => core.store.get().attempt?.app,
    onAwaiting() {
      if (core.running === own) move(core, 'await')
    },
    ...(core.onePrompt && { signIn: core.onePrompt }),
  }
}

/** Reports a failed attempt. A refusal is not shown when no list is on screen. */
function reportFailure(core: Core, caught: unknown): void {
  core.running = null
  const error = toWalletError(caught, 'connect_failed')
  const isQuiet = error.code === 'user_rejected' && !core.store.get().open
  if (isQuiet) move(core, 'cancel', { attempt: null })
  else move(core, 'fail', { error })
  fail(core, error)
}

/** Connects a wallet, and answers the waiting call. It replaces the attempt that runs. */
export async function attempt(
  core: Core,
  connector: Connector,
  { chainId, config }: Pick<Pending, 'chainId' | 'config'>,
  isDirect = false,
): Promise<void> {
  if (core.disposed.aborted) return
  const { namespace, id: walletId, name, icon } = connector
  stopRunning(core)
  stopWaiting(core, namespace)
  const own: Running = { connector, chainId, control: new AbortController(), isDirect }
  core.running = core.last = own
  const isCurrent = () => core.running === own
  move(core, 'pick', {
    error: null,
    attempt: {
      walletId,
      name,
      icon,
      namespace,
      startedAt: now(),
      since: ticks(),
      uri: null,
      uriExpiresAt: null,
    },
  })
  if (!core.events.emit('connecting', { walletId, namespace })) {
    if (isCurrent()) cancelAll(core)
    return
  }
  // The browser opens a window only in the task of the click, so a wallet with a window cannot wait here.
  if (!connector.opensWindow) await core.closing
  let session: WalletSession | null = null
  try {
    if (!isCurrent()) return
    if (chainId && namespaceOf(chainId) !== namespace)
      throw new WalletError('network_switching_only_available_in_wallet')
    session = await connector.connect(toRequest(core, own, config))
    if (!isCurrent()) return release(core, session, connector)
    move(core, 'answer')
    if (!session.account || !session.chainId) throw new WalletError('connect_failed')
  } catch (caught) {
    if (session) release(core, session, connector)
    if (isCurrent()) reportFailure(core, caught)
    return
  }
  core.running = null
  clear(core, 'accept')
  const connection = core.connections.accept(connector, session, false)
  tidy(core)
  settle(core, toResult(core, connection))
}
