import { readErrorCode } from '../../../errors/normalise.js'
import { DISCONNECTED, UNAUTHORIZED } from '../../../errors/rpc-codes.js'
import { UserRejectedRequestError, WalletError } from '../../../errors/wallet-error.js'
import { createPart } from '../../../platform/chunks.js'
import { setTimer } from '../../../platform/natives.js'
import type { Popup } from '../../../platform/popup.js'
import { untilAborted } from '../../../platform/until-aborted.js'
import { isImageAddress } from '../../../protocol/web-address.js'
import type { ConnectorConfig } from '../../config.js'
import { untilGivenUp } from '../../progress.js'
import type { RequestProgress } from '../../requests.js'
import type { Eip1193Provider } from '../announcement.js'
import { readFromNodes } from '../read-node.js'
import { orderChains } from './chains.js'
import { chooseNodes } from './choose-nodes.js'
import type { OpenWallet } from './open-wallet.js'
import { createCoinbaseProvider, type Signer } from './provider.js'
import type { AppSigner } from './qr.js'
import { createScwSigner, type ScwInput } from './scw-signer.js'
import { COINBASE_SDK_VERSION } from './sdk-version.js'
import { createVault, type StoredSession, type Vault } from './vault.js'
import { askKind, createWalletWindow, type WalletWindow } from './window.js'

const QR = createPart(() => import('./qr.js'))

/** What the connector has found of the wallet, or opened. */
export interface CoinbaseInput {
  /** The wallet's own provider, when it is in the page. */
  provider: Eip1193Provider | null
  /** The window that the click has opened. */
  popup: Popup | null
  open: OpenWallet
}

/** Offers all kinds of wallet, and turns off the SDK's telemetry. */
const PREFERENCE = { options: 'all', telemetry: false }

/**
 * Links the page to the wallet through the SDK's signers.
 *
 * We do not use the SDK's own provider: it handles its window in its own way (see {@link createWalletWindow}), fetches
 * the page's headers as soon as it is created, and ends the session when it is only asked for accounts. The signers,
 * which hold the protocol, the keys and the socket, are the SDK's. That takes less code than our own protocol, and an
 * update brings the protocol's changes.
 */
export class Link {
  readonly provider = createCoinbaseProvider((args, progress) => this.#answer(args, progress))
  /** What the wallet learns about the page. */
  readonly #metadata: ScwInput['metadata']
  readonly #vault: Vault
  readonly #window: WalletWindow
  /** The wallet's app on a phone, once it is asked for. */
  #app: AppSigner | null = null
  /** The signer of the kind of wallet that is connected. */
  #signer: Signer | null = null
  /** Aborted with the error that ends the link. */
  readonly #over = new AbortController()
  /** The page and the session know that it is over. */
  #isReported = false

  constructor(
    { popup, open }: Pick<CoinbaseInput, 'popup' | 'open'>,
    private readonly config: ConnectorConfig,
    stored: StoredSession | null,
  ) {
    this.#metadata = {
      appName: config.appName,
      appLogoUrl: isImageAddress(config.appIcon) ? config.appIcon : '',
      appChainIds: orderChains(config),
    }
    this.#vault = createVault(config.store, stored)
    this.#window = createWalletWindow({
      open,
      popup,
      origin: open.origin,
      greeting: { version: COINBASE_SDK_VERSION, metadata: this.#metadata, preference: PREFERENCE },
      onCodeWanted: () =>
        void this.#showCode().catch(() => this.#window.end(new WalletError('connect_failed'))),
    })
  }

  /** Asks the visitor. @returns the kind of wallet that the visitor chose */
  async connect(): Promise<StoredSession['kind']> {
    const scw = this.#createScw()
    const kind = await askKind(this.#window, PREFERENCE)
    if (kind === 'scw') {
      await scw.handshake({ method: 'eth_requestAccounts' })
      this.#signer = scw
    } else {
      const app = await this.#getApp()
      await untilAborted(app.handshake(), this.#over.signal)
      this.#signer = app
    }
    this.#window.settle()
    return kind
  }

  /** Restores a stored session. */
  async resume({ kind }: StoredSession): Promise<void> {
    this.#signer = kind === 'scw' ? this.#createScw() : await this.#getApp()
  }

  /** From now on the browser stores the session. */
  keep(kind: StoredSession['kind']): Promise<void> {
    return this.#vault.keep(kind)
  }

  /** Brings the open window to the front. */
  focus(): void {
    this.#window.focus()
  }

  /** Closes the window; open requests reject with `session_ended`. */
  end(): void {
    const error = new WalletError('session_ended')
    this.#over.abort(error)
    this.#window.end(error)
    this.#reportEnd(error)
  }

  /** Deletes what is stored of the session. */
  async forget(): Promise<void> {
    await this.#vault.clear()
    await this.#app?.cleanup()
  }

  async #answer(args: { method: string; params?: unknown }, progress?: RequestProgress): Promise<unknown> {
    this.#over.signal.throwIfAborted()
    const signer = this.#signer
    if (!signer) throw new WalletError('wallet_unauthorized')
    const nodes = chooseNodes(signer, args.method, this.config)
    if (nodes) return readFromNodes(nodes, args.method, args.params)
    const before = this.#window.asked
    const asking = signer.request(args).catch((error) => this.#refuse(error))
    // The window in which a request could still be allowed is closed when it is given up. The app on a phone has no window.
    const close = () => {
      this.#window.giveUp(new UserRejectedRequestError())
      if (signer !== this.#app && this.#window.asked === before) progress?.withdraw()
    }
    const answer = await (progress ? untilGivenUp(asking, progress, close) : asking)
    // A page that is left right after a switch finds the new chain when it comes back.
    await this.#vault.saved()
    return answer
  }

  /** Rejects a request. When the wallet does not know this page any more, the session ends after that. */
  #refuse(error: unknown): never {
    if (readErrorCode(error) === UNAUTHORIZED) setTimer(() => this.#reportEnd(error), 0)
    throw error
  }

  /** Reports to the page's libraries and to the session that it is over, once (EIP-1193). */
  #reportEnd(cause: unknown): void {
    if (this.#isReported) return
    this.#isReported = true
    const error = new Error('The session is over', { cause })
    this.provider.emit('disconnect', Object.assign(error, { code: DISCONNECTED }))
  }

  #createScw() {
    const { emit } = this.provider
    return createScwSigner({ metadata: this.#metadata, window: this.#window, vault: this.#vault, emit })
  }

  async #getApp(): Promise<AppSigner> {
    const { createAppSigner } = await QR.load()
    this.#over.signal.throwIfAborted()
    this.#app ??= createAppSigner(this.#metadata, this.provider.emit)
    return this.#app
  }

  /** Lets the wallet's page show the code for the app, until the app has shared its accounts. */
  async #showCode(): Promise<void> {
    const app = await this.#getApp()
    const update = (data: object) => this.#window.postMessage({ event: 'WalletLinkUpdate', data })
    await update({ session: app.getSession() })
    await app.handshake()
    await update({ connected: true })
  }
}
