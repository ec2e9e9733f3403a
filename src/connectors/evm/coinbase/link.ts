import { getEvmNodes } from '../../../chains/evm-nodes.js'
import { COINBASE_SDK_VERSION } from '../../../constants.js'
import { readErrorCode } from '../../../errors/normalise.js'
import { DISCONNECTED, UNAUTHORIZED } from '../../../errors/rpc-codes.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { createPart } from '../../../platform/chunks.js'
import { NativePromise, setTimer } from '../../../platform/natives.js'
import type { Popup } from '../../../platform/popup.js'
import { isImageAddress } from '../../../protocol/web-address.js'
import type { ConnectorConfig } from '../../config.js'
import type { Eip1193Provider } from '../announcement.js'
import { readFromNodes } from '../read-node.js'
import { orderChains } from './chains.js'
import type { OpenWallet } from './open-wallet.js'
import { createCoinbaseProvider, type Signer } from './provider.js'
import type { AppSigner } from './qr.js'
import { createScwSigner } from './scw-signer.js'
import { createVault, type StoredSession, type WalletChain } from './vault.js'
import { askKind, createWalletWindow } from './window.js'

const QR = createPart(() => import('./qr.js'))

/** What {@link createLink} needs to reach the wallet. */
export interface CoinbaseInput {
  /** The wallet's own provider, when it is in the page. */
  provider: Eip1193Provider | null
  /** The window that the click has opened. */
  popup: Popup | null
  open: OpenWallet
}

/** A link to the wallet, see {@link createLink}. */
export type Link = ReturnType<typeof createLink>

/**
 * Methods that only the wallet can answer. We read all others from the chain's nodes. The SDK would read them with its
 * own headers, which a page's nodes refuse, and only from the wallet's nodes.
 */
const WALLETS_OWN =
  /^(?:wallet_|personal_|eth_sign|eth_ecRecover$|eth_sendTransaction$|eth_requestAccounts$|eth_accounts$|eth_coinbase$|eth_chainId$|net_version$)/

/** Offers all kinds of wallet, and turns off the SDK's telemetry. */
const PREFERENCE = { options: 'all', telemetry: false }

/**
 * The nodes that answer a method: the page's, else the wallet's, else the default node; null when the wallet answers
 * it.
 */
function chooseNodes({ chain }: Signer & { chain?: WalletChain }, method: string, config: ConnectorConfig) {
  if (!chain || WALLETS_OWN.test(method)) return null
  const projectId = chain.rpcUrl ? undefined : config.projectId
  const nodes = getEvmNodes(`eip155:${chain.id}`, config.networks, projectId)
  return nodes.length || !chain.rpcUrl ? nodes : [chain.rpcUrl]
}

/**
 * Links the page to the wallet through the SDK's signers.
 *
 * We do not use the SDK's own provider: it handles its window in its own way (see {@link createWalletWindow}), fetches
 * the page's headers as soon as it is created, and ends the session when it is only asked for accounts. The signers,
 * which hold the protocol, the keys and the socket, are the SDK's. That takes less code than our own protocol, and an
 * update brings the protocol's changes.
 */
export function createLink(
  { popup, open }: Pick<CoinbaseInput, 'popup' | 'open'>,
  config: ConnectorConfig,
  stored: StoredSession | null,
) {
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
  // A link may end when nobody waits for it; the rejection must not be reported as unhandled.
  over.catch(() => {})

  const provider = createCoinbaseProvider(async (args) => {
    if (ended || !signer) throw ended ?? new WalletError('wallet_unauthorized')
    const nodes = chooseNodes(signer, args.method, config)
    if (nodes) return readFromNodes(nodes, args.method, args.params)
    const answer = await signer.request(args).catch(refuse)
    // A page that is left right after a switch finds the new chain when it comes back.
    await vault.saved()
    return answer
  })
  let isTold = false
  /** Tells the page's libraries and the session that it is over, once (EIP-1193). */
  const tellEnd = (cause: unknown) => {
    if (isTold) return
    isTold = true
    provider.emit(
      'disconnect',
      Object.assign(new Error('The session is over', { cause }), { code: DISCONNECTED }),
    )
  }
  /** The wallet does not know this page any more: reject the request first, then end the session. */
  const refuse = (error: unknown): never => {
    if (readErrorCode(error) === UNAUTHORIZED) setTimer(() => tellEnd(error), 0)
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
    const { createAppSigner } = await QR.load()
    if (ended) throw ended
    app ??= createAppSigner(metadata, provider.emit)
    return app
  }
  async function showCode() {
    const byPhone = await getApp()
    await window.postMessage({ event: 'WalletLinkUpdate', data: { session: byPhone.getSession() } })
    await byPhone.handshake()
    await window.postMessage({ event: 'WalletLinkUpdate', data: { connected: true } })
  }
  const createScw = () => createScwSigner({ metadata, window, vault, emit: provider.emit })

  return {
    provider,
    /** Asks the visitor. @returns the kind of wallet that the visitor chose */
    async connect() {
      const scw = createScw()
      const kind = await askKind(window, PREFERENCE)
      if (kind === 'scw') {
        await scw.handshake({ method: 'eth_requestAccounts' })
        signer = scw
      } else {
        const byPhone = await getApp()
        await NativePromise.race([byPhone.handshake(), over])
        signer = byPhone
      }
      window.settle()
      return kind
    },
    /** Restores a stored session. */
    async resume({ kind }: StoredSession) {
      signer = kind === 'scw' ? createScw() : await getApp()
    },
    keep: vault.keep,
    focus: window.focus,
    /** Closes the window; open requests reject with `error`. */
    end(error: WalletError) {
      ended ??= error
      giveUp(error)
      window.end(error)
      tellEnd(error)
    },
    async forget() {
      await vault.clear()
      await app?.cleanup()
    },
  }
}
