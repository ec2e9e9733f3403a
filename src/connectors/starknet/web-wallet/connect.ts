import { getStarknetNodes } from '../../../chains/starknet-nodes.js'
import { RECONNECT_TIMEOUT } from '../../../constants.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { ticks } from '../../../platform/natives.js'
import { within } from '../../../platform/time.js'
import type { ChainId } from '../../../protocol/caip2.js'
import type { Connector, ConnectRequest, WalletSession } from '../../connector.js'
import { createStarknetNode } from '../node.js'
import { STARKNET_CONNECT_FAILED } from '../wallet-errors.js'
import { toWebWalletError } from './errors.js'
import { describeHost, type WebWalletHost } from './host.js'
import { type Login, logIn, restoreLogin } from './login.js'
import { LOGIN } from './routes.js'
import { openWebSession } from './session.js'
import { openSurface, type Surface, type SurfaceInput } from './surface.js'

type Restore = Parameters<Connector['restore']>[0]

/** The origin that the wallet opens on, and the window that a click has opened there. */
export interface WebWalletInput extends Pick<SurfaceInput, 'popup' | 'memory'> {
  origin: string
}

/** Longest wait for the chain's id from the node, in ms. The host's name also tells the chain. */
const CHAIN_ANSWER_TIMEOUT = 3_000

/**
 * The chain of a login: from the page, else from the host's node (specification, section 7), else from the host's name.
 */
async function readChain({ chainId }: Login, host: WebWalletHost, { config }: Restore): Promise<ChainId> {
  if (chainId) return chainId
  const node = createStarknetNode(getStarknetNodes(host.chainId, config.networks))
  const asking = node.getChainId().catch(() => host.chainId)
  return within<ChainId>(asking, CHAIN_ANSWER_TIMEOUT, () => host.chainId)
}

/** Opens a session on a surface, which ends when the attempt is given up, or when it leads to no session. */
async function openOn<S extends WalletSession | null>(
  input: SurfaceInput,
  signal: AbortSignal,
  open: (surface: Surface) => Promise<S>,
): Promise<S> {
  const surface = openSurface(input)
  const stop = () => surface.end(new WalletError('session_ended'))
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop)
  let session: S | null = null
  try {
    session = await open(surface)
    return session
  } finally {
    signal.removeEventListener('abort', stop)
    if (!session) stop()
  }
}

/**
 * Lets the visitor log in, and opens a session on the account.
 *
 * @throws WalletError `user_rejected`; `popup_blocked`, `popup_closed`, `popup_load_timeout`, `popup_isolated`;
 * `wallet_malformed`; `chain_mismatch` when the account is on another chain than requested; `connect_failed` with
 * `Failed to connect to Starknet`, which is also logged, when the wallet gave no reason
 */
export async function connectWebWallet(
  { origin, ...input }: WebWalletInput,
  request: ConnectRequest,
): Promise<WalletSession> {
  const { signal } = request
  const host = describeHost(origin)
  const logInOn = async (surface: Surface) => {
    request.onAwaiting()
    // Keep the window open until account and chain are known, for a signature that follows at once.
    const [login, chainId] = await surface.visit(LOGIN, async (ask) => {
      const found = await logIn(ask, surface.isFramed)
      return [found, await readChain(found, host, request)] as const
    })
    if (request.chainId && request.chainId !== chainId) throw new WalletError('chain_mismatch')
    if (signal.aborted) throw new WalletError('session_ended')
    return openWebSession({ surface, login, chainId, config: request.config })
  }
  try {
    return await openOn({ host, ...input }, signal, logInOn)
  } catch (caught) {
    const error = toWebWalletError(caught, 'connect_failed')
    const isWordless =
      error.code === 'connect_failed' && error.message === new WalletError('connect_failed').message
    if (!isWordless) throw error
    console.error(STARKNET_CONNECT_FAILED)
    throw new WalletError('connect_failed', { message: STARKNET_CONNECT_FAILED, cause: caught })
  }
}

/** Restores the login when the framed wallet says that this site is pre-authorised. It shows nothing. */
export async function restoreWebWallet(
  { origin, memory }: Omit<WebWalletInput, 'popup'>,
  request: Restore,
): Promise<WalletSession | null> {
  const { signal } = request
  // The client asks every 100 ms for a second; one frame answers all of these calls.
  if (ticks() - memory.declinedAt < RECONNECT_TIMEOUT) return null
  const host = describeHost(origin)
  const restoreOn = async (surface: Surface) => {
    const restoring = surface.askSilently().then((ask) => ask && restoreLogin(ask))
    const login = await within<Login | null>(restoring, RECONNECT_TIMEOUT, () => null)
    if (!login || signal.aborted) return null
    const chainId = await readChain(login, host, request)
    return openWebSession({ surface, login, chainId, config: request.config })
  }
  // The visitor has not asked for anything yet, so a failure is not reported.
  const session = await openOn({ host, memory, popup: null }, signal, restoreOn).catch(() => null)
  if (!session) memory.declinedAt = ticks()
  return session
}
