import type { Connector } from '../connectors/connector.js'
import { ROWS } from '../connectors/service-rows.js'
import { DISCOVERY_SETTLE } from '../constants.js'
import { ConnectorNotFoundError, WalletError } from '../errors/wallet-error.js'
import { hasWindow, mayOpenWindow } from '../platform/environment.js'
import { NativePromise, ticks } from '../platform/natives.js'
import { openPage } from '../platform/open-page.js'
import { timeToSettle, wait } from '../platform/time.js'
import { namespaceOf } from '../protocol/caip2.js'
import { ask } from './ask.js'
import { attempt } from './attempt.js'
import { fail, move, NOTHING, running, settle, showList, toNamed, toResult, wantsWallet } from './call.js'
import { findConnector, listOffered, listRows } from './choices.js'
import type { Call, Core, Wanted } from './core.js'
import { decide } from './decide.js'
import { toConnectorEntity } from './entities.js'
import { findApp } from './list-rows.js'
import type { LiveConnection } from './live-connection.js'
import { findLast, isAsking, restoreLast } from './reconnect.js'
import { answersTo } from './select-connectors.js'
import { untilFound, watchLoading } from './until-found.js'
import type { ConnectResult } from './wallet-client.js'

/** Wallets that open a window of their own, which plain Node does not have: they are in no list there. */
const HOSTED: readonly string[] = [ROWS.argentWebWallet.id, ROWS.coinbase.id]

/** Longest wait for a part that brings more wallets into the list, in ms. */
const SOURCE_TIMEOUT = 5_000

/** Whether a call has no answer yet, and no attempt runs for it. */
const isWaiting = (core: Core, call: Call): boolean => core.now.call === call && !running(core)

/** The current connection that answers a call, when there is one. */
export const findConnection = ({ connections }: Core, { chainId }: Wanted): LiveConnection | undefined =>
  chainId ? connections.get(namespaceOf(chainId)) : connections.active()

/**
 * Answers a call by the chosen connector: connects its wallet, or returns only its name.
 *
 * @param app the app of this phone that the page has named
 */
export function choose(
  core: Core,
  connector: Connector,
  call: Wanted,
  isDirect: boolean,
  app?: string,
): void {
  if (wantsWallet(call)) return void attempt(core, connector, call, isDirect, app)
  if (!isDirect) core.events.emit('named', { walletId: connector.id })
  move(core, 'close')
  settle(core, { connector: toConnectorEntity(connector), wallet: null })
}

/** Answers a call by a current connection, on the chain that the page asked for. */
export async function answerBy(core: Core, connection: LiveConnection, call: Call): Promise<void> {
  move(core, 'close')
  core.connections.activate(connection.connector.namespace)
  if (!wantsWallet(call)) return settle(core, toNamed(toResult(core, connection)), call)
  const { chainId, config } = call
  if (chainId && chainId !== connection.shown.chainId)
    await ask(connection, 'switch', 'switchChain', [chainId, config])
  settle(core, toResult(core, connection), call)
}

/** Serves a call that names its wallet. The wallet may announce itself late. */
async function serveNamed(core: Core, call: Call, id: string): Promise<void> {
  const isLoading = watchLoading(core.sources)
  const isHere = () => !isWaiting(core, call) || findConnector(core, id)?.availability === 'ready'
  await untilFound(core, isHere, DISCOVERY_SETTLE)
  await untilFound(core, () => isHere() || !isLoading(), SOURCE_TIMEOUT - DISCOVERY_SETTLE)
  if (!isWaiting(core, call)) return
  const connector = findConnector(core, id)
  const live = connector && core.connections.get(connector.namespace)
  // A code or a window may bring another wallet; an extension is the same.
  const isFixed = connector && !connector.opensWindow && !connector.canConnectViaQrCode
  if (isFixed && live?.connector.id === connector.id) return answerBy(core, live, call)
  if (connector?.note) return showList(core)
  if (connector?.availability === 'ready') return choose(core, connector, call, true)
  const row = findApp(listRows(core), id)
  if (!row) return fail(core, toMissingError(connector, id))
  const relay = row.availability === 'ready' && findConnector(core, row.walletId)
  if (relay) return choose(core, relay, call, true, row.app)
  if (!row.download || !mayOpenWindow()) return showList(core)
  openPage(row.download)
  settle(core, NOTHING)
}

/** Why a wallet that a page has named cannot be asked. */
function toMissingError(connector: Connector | undefined, id: string): WalletError {
  if (connector?.namespace === 'eip155') return new WalletError('no_in_app_browser')
  const lacksWindow = !connector && !hasWindow() && HOSTED.includes(id)
  return lacksWindow ? new WalletError('no_window') : new ConnectorNotFoundError()
}

/**
 * Asks the last wallet without a prompt, to restore its session; when the call wants only the name, whether
 * it could.
 */
async function askLast(core: Core, call: Call): Promise<void> {
  if (wantsWallet(call)) return restoreLast(core)
  const life = new AbortController()
  const end = () => life.abort()
  call.result.then(end, end)
  const last = await findLast(core, call.chainId && namespaceOf(call.chainId), life.signal)
  if (last && isWaiting(core, call)) choose(core, last, call, true)
}

/**
 * Serves a call that may ask nobody, `neverAsk`: by the connection as it is, or by the last wallet if that answers without a
 * prompt. The visitor sees nothing of it, so it runs at the same time as the call that waits for the visitor.
 */
export async function serveSilently(core: Core, call: Wanted): Promise<ConnectResult> {
  const { connections, disposed } = core
  const { walletId } = call.options
  const wanted = call.chainId && namespaceOf(call.chainId)
  const isFull = wantsWallet(call)
  const isMeant = (connector: Connector) => walletId === undefined || answersTo(connector, walletId)
  const find = () => {
    const all = walletId !== undefined && !wanted ? connections.all() : [findConnection(core, call)]
    return all.find((live) => live && isMeant(live.connector))
  }
  if (!find()) {
    const found = await (isFull ? restoreLast(core) : findLast(core, wanted, disposed))
    if (disposed.aborted) throw new WalletError('disposed')
    if (found && isMeant(found)) return { connector: toConnectorEntity(found), wallet: null }
  }
  const connection = find()
  if (!connection) return NOTHING
  connections.activate(connection.connector.namespace)
  const result = toResult(core, connection)
  return isFull ? result : toNamed(result)
}

/** The choices that the list would draw now. All apps that a choice leads to are one choice; null for links to apps. */
function countRows(core: Core): (Connector | null)[] {
  const offered = listOffered(core)
  return [...new Set(listRows(core).map(({ walletId }) => walletId))].map(
    (id) => offered.find((one) => one.id === id) ?? null,
  )
}

/** Serves a call as `decide` says, once enough wallets have been found. */
export async function serve(core: Core, call: Call): Promise<void> {
  const { options, config } = call
  const { discovery, sources, disposed } = core
  discovery.scan()
  if (options.walletId !== undefined) return serveNamed(core, call, options.walletId)
  const isList = (options.mode ?? config.mode) !== 'canAsk'
  const isLoading = watchLoading(sources)
  let asked: Promise<void> | undefined
  const decideNow = (isSettled: boolean) =>
    decide({
      isList,
      isConnected: !!findConnection(core, call),
      wasAsked: !!asked,
      rows: countRows(core),
      isNamed: config.wallets.length > 0,
      isSettled,
      isExpecting: sources.some((source) => source.expects?.()),
      isLoading: isLoading(),
    })
  let decision = decideNow(false)
  if (decision === 'restore') {
    asked = askLast(core, call)
    // A visitor who has clicked sees the list soon, whatever wallets do. For a call that the page makes by itself the wallet
    // has its whole second (specification, section 4), so that no list flashes before it answers.
    const isPatient = !mayOpenWindow()
    const enough = wait(DISCOVERY_SETTLE, disposed).then(() => (isPatient && isAsking(core) ? asked : null))
    await NativePromise.race([asked, enough])
    decision = decideNow(false)
  }
  if (decision === 'wait') {
    const left = Math.min((discovery.since as number) + DISCOVERY_SETTLE - ticks(), timeToSettle())
    // A wallet that opens a window is asked in the task of the click, where nothing is to be waited for.
    if (left > 0) await untilFound(core, () => !isWaiting(core, call) || decideNow(false) !== 'wait', left)
    if (isWaiting(core, call)) decision = decideNow(true)
  }
  // The page gets its promise before the list is on screen.
  await null
  if (!isWaiting(core, call)) return
  if (typeof decision === 'object') return choose(core, decision, call, true)
  if (decision === 'list') return showList(core)
  const connection = findConnection(core, call)
  if (connection && isWaiting(core, call)) await answerBy(core, connection, call)
}
