import { SCWSigner } from '@coinbase/wallet-sdk/dist/sign/scw/SCWSigner.js'
import { getEvmNodes } from '../../../chains/evm-nodes.js'
import { COINBASE_SDK_VERSION } from '../../../constants.js'
import { readErrorCode, toWalletError } from '../../../errors/normalise.js'
import { UserRejectedRequestError, WalletError } from '../../../errors/wallet-error.js'
import { loadChunk } from '../../../platform/chunks.js'
import { NativePromise, setTimer } from '../../../platform/natives.js'
import type { Popup } from '../../../platform/popup.js'
import { isImageAddress } from '../../../protocol/web-address.js'
import type { ConnectorConfig } from '../../config.js'
import type { Connector, ConnectRequest, WalletSession } from '../../connector.js'
import { readAccounts } from '../accounts.js'
import type { Eip1193Provider } from '../announcement.js'
import { ask } from '../provider.js'
import { readFromNodes } from '../read-node.js'
import { orderChains } from './chains.js'
import type { OpenWallet } from './open-wallet.js'
import { createCoinbaseProvider, type Signer } from './provider.js'
import type { AppSigner } from './qr.js'
import { openCoinbaseSession } from './session.js'
import { createVault, readStoredSession, type StoredSession, type WalletChain } from './vault.js'
import { askKind, createWalletWindow } from './window.js'

/** What a connection is made through. */
export interface CoinbaseInput {
  /** The wallet's own provider, where it is in the page. */
  provider: Eip1193Provider | null
  /** The window that was opened in the click. */
  popup: Popup | null
  open: OpenWallet
}

type Restore = Parameters<Connector['restore']>[0]

/** The inside of the SDK's signer that is set from here. The SDK's version is pinned for that. */
interface ScwSigner extends Signer {
  accounts: string[]
  chain: WalletChain
  storage: object
  keyManager: object
  handshake(args: { method: string }): Promise<void>
}

/**
 * Methods that only the wallet can answer. All others are the chain's: the SDK would read them with headers of its own, which
 * the nodes of a page refuse, and from the wallet's nodes only.
 */
const WALLETS_OWN =
  /^(?:wallet_|personal_|eth_sign|eth_ecRecover$|eth_sendTransaction$|eth_requestAccounts$|eth_accounts$|eth_coinbase$|eth_chainId$|net_version$)/

/** All kinds of wallet on the page; it measures nothing of the visitor. */
const PREFERENCE = { options: 'all', telemetry: false }

/**
 * The SDK's signers, put together anew.
 *
 * Its own provider is not used: it opens and waits for its window as {@link createWalletWindow} says, asks for the page's
 * headers as soon as it is made, and ends the session on a mere question. The signers, which hold the protocol, the keys and
 * the socket, are the SDK's. That takes less code than speaking the protocol, and leaves its changes to an update.
 */
function createLink({ popup, open }: CoinbaseInput, config: ConnectorConfig, stored: StoredSession | null) {
  const chains = orderChains(config)
  const metadata = {
    appName: config.appName,
    appLogoUrl: isImageAddress(config.appIcon) ? config.appIcon : '',
    appChainIds: chains,
  }
  const vault = createVault(config.store, stored)
  let app: AppSigner | null = null
  let signer: Signer | null = null
  let ended: WalletError | null = null
  let giveUp = (_: WalletError): void => {}
  const over = new NativePromise<never>((_, reject) => {
    giveUp = reject
  })
  over.catch(() => {})

  const provider = createCoinbaseProvider(async (args) => {
    if (ended || !signer) throw ended ?? new WalletError('wallet_unauthorized')
    const { chain } = signer as ScwSigner
    if (chain && !WALLETS_OWN.test(args.method)) {
      // The page's own nodes, else the wallet's, else the default one.
      const projectId = chain.rpcUrl ? undefined : config.projectId
      const nodes = getEvmNodes(`eip155:${chain.id}`, config.networks, projectId)
      return readFromNodes(nodes.length || !chain.rpcUrl ? nodes : [chain.rpcUrl], args.method, args.params)
    }
    return signer.request(args).catch(refuse)
  })
  /** The wallet does not know this page any more: so the session is over, after the request has said so. */
  const refuse = (error: unknown): never => {
    if (readErrorCode(error) === 4100) setTimer(() => ended || provider.emit('disconnect', error), 0)
    throw error
  }
  const window = createWalletWindow({
    open,
    popup,
    origin: open.origin,
    greeting: { version: COINBASE_SDK_VERSION, metadata, preference: PREFERENCE },
    onCodeWanted: () => void showCode().catch(() => window.end(new WalletError('connect_failed'))),
  })

  const getApp = async () => {
    const { createAppSigner } = await loadChunk('connectors/evm/coinbase/qr', () => import('./qr.js'))
    if (ended) throw ended
    app ??= createAppSigner(metadata, provider.emit)
    return app
  }
  async function showCode() {
    const app = await getApp()
    await window.postMessage({ event: 'WalletLinkUpdate', data: { session: app.getSession() } })
    await app.handshake()
    await window.postMessage({ event: 'WalletLinkUpdate', data: { connected: true } })
  }
  const createScw = (): ScwSigner => {
    const communicator = window as never
    let scw: ScwSigner
    try {
      scw = new SCWSigner({
        metadata,
        communicator,
        callback: provider.emit as never,
      }) as unknown as ScwSigner
    } catch (cause) {
      // It reads the local storage as it is made, and finds nothing of ours there.
      throw new WalletError('storage_unavailable', { cause })
    }
    return Object.assign(scw, {
      storage: vault.storage,
      keyManager: vault.keys,
      accounts: (vault.storage.loadObject('accounts') as string[] | undefined) ?? [],
      chain: (vault.storage.loadObject('activeChain') as WalletChain | undefined) ?? { id: chains[0] ?? 1 },
    })
  }

  return {
    provider,
    /** Asks the visitor. */
    async connect() {
      const scw = createScw()
      const kind = await askKind(window, PREFERENCE)
      if (kind === 'scw') {
        await scw.handshake({ method: 'eth_requestAccounts' })
        signer = scw
      } else {
        const app = await getApp()
        await NativePromise.race([app.handshake(), over])
        signer = app
      }
      window.settle()
      return kind
    },
    /** Goes on with what was kept. */
    async resume({ kind }: StoredSession) {
      signer = kind === 'scw' ? createScw() : await getApp()
    },
    keep: vault.keep,
    focus: window.focus,
    /** Closes the window; what is open rejects. */
    end(error: WalletError) {
      ended ??= error
      giveUp(error)
      window.end(error)
    },
    async forget() {
      await vault.clear()
      await app?.cleanup()
    },
  }
}

/** A session on the wallet's own provider. */
async function openInjected(provider: Eip1193Provider, method: string, config: ConnectorConfig) {
  const accounts = readAccounts(await ask(provider, method))
  if (!accounts) throw new WalletError('connect_failed')
  if (accounts.length === 0) return null
  return openCoinbaseSession({
    inner: provider,
    outer: provider,
    accounts,
    config,
    locks: true,
    end: async () => {},
  })
}

/**
 * Lets the visitor choose and connect a wallet on the wallet's page.
 *
 * @throws WalletError `popup_closed`, `popup_load_timeout`, `popup_isolated`, `popup_blocked`, `user_rejected`,
 *   `wallet_malformed`, `connect_failed`, and what switching to the chain that was asked for may throw
 */
export async function connectCoinbase(input: CoinbaseInput, request: ConnectRequest): Promise<WalletSession> {
  const { signal, config, chainId } = request
  const link = input.provider ? null : createLink(input, config, null)
  const stop = () => link?.end(new WalletError('session_ended'))
  const check = () => {
    if (signal.aborted) throw new WalletError('session_ended')
  }
  signal.addEventListener('abort', stop)
  try {
    check()
    request.onAwaiting()
    const session = input.provider
      ? await openInjected(input.provider, 'eth_requestAccounts', config)
      : await openLinked(link as Link, config, await (link as Link).connect())
    // The visitor was asked, and has shared no account.
    if (!session) throw new UserRejectedRequestError([])
    check()
    if (chainId && chainId !== session.chainId) await session.switchChain?.(chainId, config)
    check()
    return session
  } catch (error) {
    stop()
    await link?.forget()
    throw toWalletError(error, 'connect_failed')
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

type Link = ReturnType<typeof createLink>

/** The SDK's signer answers so where the wallet has named no accounts. */
const noAccounts = (error: unknown): [] => {
  if (readErrorCode(error) === 4100) return []
  throw error
}

async function openLinked(link: Link, config: ConnectorConfig, kind: StoredSession['kind']) {
  const { inner, outer } = link.provider
  const accounts = readAccounts(await inner.request({ method: 'eth_accounts' }).catch(noAccounts))
  if (!accounts) throw new WalletError('connect_failed')
  if (accounts.length === 0) return null
  const session = await openCoinbaseSession({
    inner,
    outer,
    accounts,
    config,
    focus: link.focus,
    end: async (forget) => {
      link.end(new WalletError('session_ended'))
      if (forget) await link.forget()
    },
  })
  await link.keep(kind)
  return session
}

/** Goes on with an earlier session, without a window: the wallet is asked with the first request. */
export async function restoreCoinbase(
  input: CoinbaseInput,
  { config, signal }: Restore,
): Promise<WalletSession | null> {
  if (input.provider) {
    const session = await openInjected(input.provider, 'eth_accounts', config).catch(() => null)
    // The wallet is there: it is locked, or not awake yet.
    if (!session) throw new WalletError('wallet_locked')
    return session
  }
  const stored = await readStoredSession(config.store)
  if (!stored || signal.aborted) return null
  const link = createLink(input, config, stored)
  try {
    await link.resume(stored)
    const session = await openLinked(link, config, stored.kind)
    if (session && !signal.aborted) return session
  } catch {
    // What cannot be taken up is let go of below; the visitor has not asked for anything yet.
  }
  link.end(new WalletError('session_ended'))
  return null
}
