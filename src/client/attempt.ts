import type { Connector, ConnectRequest, WalletSession } from '../connectors/connector.js'
import type { Reported } from '../connectors/reported.js'
import { toWalletError } from '../errors/normalise.js'
import { WalletError } from '../errors/wallet-error.js'
import { now, ticks } from '../platform/natives.js'
import { namespaceOf } from '../protocol/caip2.js'
import { changeAttempt, fail, move, NOTHING, running, settle, toResult } from './call.js'
import type { Core, LiveAttempt, Wanted } from './core.js'
import { release } from './live-connection.js'
import { expectSession, openReport } from './open-report.js'
import { stopWaiting, tidy } from './reconnect.js'
import { toSessionConfig } from './session-config.js'

/** Shows a code by which the wallet is asked to connect only. */
export function goOn(core: Core): void {
  const current = running(core)
  current?.goOn?.()
  changeAttempt(core, current, { isSilent: false })
}

/** Stops the attempt, and answers the waiting call with nulls. */
export function cancelAll(core: Core): void {
  move(core, 'cancel')
  settle(core, NOTHING)
}

/** The request that the connector gets. Its callbacks do nothing once the attempt is over. */
const toRequest = (core: Core, own: LiveAttempt, config: Core['config']): ConnectRequest => ({
  config: toSessionConfig(core, config),
  chainId: own.chainId,
  signal: own.control.signal,
  onUri: (uri, uriExpiresAt) => changeAttempt(core, own, { uri, uriExpiresAt, isSilent: false }, 'uri'),
  onOutage: (isRelayDown) => changeAttempt(core, own, { isRelayDown }),
  onSilence(showOther) {
    own.goOn = showOther
    changeAttempt(core, own, { isSilent: true })
  },
  readApp: () => own.shown.app,
  onAwaiting: () => changeAttempt(core, own, {}, 'await'),
  ...(core.onePrompt && { signIn: core.onePrompt }),
})

/** Reports a failed attempt. A refusal is not shown when no list is on screen. */
function reportFailure(core: Core, caught: unknown): void {
  const error = toWalletError(caught, 'connect_failed')
  move(core, 'fail', { error })
  if (error.code === 'user_rejected' && !core.store.get().open) move(core, 'cancel')
  fail(core, error)
}

/** Connects a wallet, and answers the waiting call. It replaces the attempt that runs. */
export async function attempt(
  core: Core,
  connector: Connector,
  { chainId, config }: Pick<Wanted, 'chainId' | 'config'>,
  isDirect = false,
  app?: string,
): Promise<void> {
  if (core.disposed.aborted) return
  const { namespace, id: walletId, name, icon } = connector
  stopWaiting(core, namespace)
  const shown = {
    walletId,
    name,
    icon,
    namespace,
    startedAt: now(),
    since: ticks(),
    uri: null,
    uriExpiresAt: null,
    ...(app && { app }),
  }
  const own: LiveAttempt = { connector, chainId, control: new AbortController(), isDirect, shown }
  const isCurrent = () => running(core) === own
  move(core, 'pick', { attempt: own })
  if (!core.events.emit('connecting', { walletId, namespace })) {
    if (isCurrent()) cancelAll(core)
    return
  }
  // The browser opens a window only in the task of the click, so a wallet with a window cannot wait here.
  if (!connector.opensWindow) await core.connections.closing
  let session: WalletSession | null = null
  let reported: Reported | null
  try {
    if (!isCurrent()) return
    if (chainId && namespaceOf(chainId) !== namespace)
      throw new WalletError('network_switching_only_available_in_wallet')
    core.checkBeforeConnecting?.()
    expectSession(core, connector)
    session = await connector.connect(toRequest(core, own, config))
    if (!isCurrent()) return release(core, session, connector)
    reported = await openReport(session)
    if (!isCurrent()) return release(core, session, connector)
    move(core, 'answer')
    if (!reported) throw new WalletError('connect_failed')
  } catch (caught) {
    if (session) release(core, session, connector)
    if (isCurrent()) reportFailure(core, caught)
    return
  }
  move(core, 'accept')
  const connection = core.connections.accept(connector, reported, false)
  tidy(core)
  settle(core, toResult(core, connection))
}
