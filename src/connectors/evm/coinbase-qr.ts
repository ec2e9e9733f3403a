import { WLMobileRelayUI } from '@coinbase/wallet-sdk/dist/sign/walletlink/relay/ui/WLMobileRelayUI.js'
import { WalletLinkRelay } from '@coinbase/wallet-sdk/dist/sign/walletlink/relay/WalletLinkRelay.js'
import { WalletLinkSigner } from '@coinbase/wallet-sdk/dist/sign/walletlink/WalletLinkSigner.js'
import type { Signer } from './coinbase-provider.js'

/** The wallet's app on a phone, linked by a code that the wallet's page shows. */
export interface AppSigner extends Signer {
  /** What the wallet's page needs to draw the code. */
  getSession(): { id: string; secret: string }
  /** Resolves when the app has given its accounts. */
  handshake(): Promise<void>
  /** Ends the link and forgets it. */
  cleanup(): Promise<void>
}

/** The inside of the SDK's classes that is changed. Its version is pinned for that. */
type Relay = new (
  options: object,
) => {
  connection: { destroy(): Promise<void>; makeRequest(): Promise<unknown> }
  accountsCallback(accounts: string[]): void
  subscribe(): { ui: object }
}
type Inside = new (
  options: object,
) => AppSigner & {
  _relay: InstanceType<Relay> | null
  _storage: { clear(): void }
  metadata: object
  _setAddresses(accounts: string[]): void
  updateProviderInfo(rpcUrl: string, chainId: number): void
}

const LINK_SERVER = 'https://www.walletlink.org'

/** Neither a notice in the page (our modal shows what is waited for) nor a dialog before the app is opened. */
function createSilentView(view: object): object {
  const silent = { attach() {}, showConnecting: () => () => {} }
  if (!(view instanceof WLMobileRelayUI)) return silent
  return Object.assign(view, silent, { redirectDialog: { present() {}, clear() {} } })
}

class QuietRelay extends (WalletLinkRelay as unknown as Relay) {
  override subscribe() {
    const parts = super.subscribe()
    return { ...parts, ui: createSilentView(parts.ui) }
  }

  /** The SDK reloads the page here, and so throws away whatever the visitor was doing. */
  resetAndReload() {
    const { connection } = this
    const retry = () => {
      // The server is not there to be told; everything else still has to go.
      connection.makeRequest = async () => {}
      return connection.destroy()
    }
    void connection.destroy().catch(retry)
    this.accountsCallback([])
  }
}

class QuietSigner extends (WalletLinkSigner as unknown as Inside) {
  initializeRelay() {
    this._relay ??= new QuietRelay({
      linkAPIUrl: LINK_SERVER,
      storage: this._storage,
      metadata: this.metadata,
      accountsCallback: this._setAddresses.bind(this),
      chainCallback: this.updateProviderInfo.bind(this),
    })
    return this._relay
  }
}

/** Creates the {@link AppSigner}: the SDK's own, without its hold on the page. Opens a socket to the link server. */
export function createAppSigner(
  metadata: object,
  callback: (event: string, payload: unknown) => void,
): AppSigner {
  return new QuietSigner({ metadata, callback })
}
