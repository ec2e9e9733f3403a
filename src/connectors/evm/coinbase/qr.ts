import { WLMobileRelayUI } from '@coinbase/wallet-sdk/dist/sign/walletlink/relay/ui/WLMobileRelayUI.js'
import { WalletLinkRelay } from '@coinbase/wallet-sdk/dist/sign/walletlink/relay/WalletLinkRelay.js'
import { WalletLinkSigner } from '@coinbase/wallet-sdk/dist/sign/walletlink/WalletLinkSigner.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { printJson } from '../../../platform/natives.js'
import { toEvmTypedData } from '../../../protocol/evm-typed-data.js'
import { hashEvmTypedData } from '../../../protocol/evm-typed-data-hash.js'
import type { Signer } from './provider.js'

/** The wallet's app on a phone, linked by a code that the wallet's page shows. */
export interface AppSigner extends Signer {
  /** What the wallet's page needs to draw the code. */
  getSession(): { id: string; secret: string }
  /** Resolves when the app has shared its accounts. */
  handshake(): Promise<void>
  /** Ends the link and deletes its data. */
  cleanup(): Promise<void>
}

/** The internals of the SDK's classes that we change. We pin the SDK's version for this reason. */
type Relay = new (
  options: object,
) => {
  connection: { destroy(): Promise<void>; makeRequest(): Promise<unknown> }
  accountsCallback(accounts: string[]): void
  sendRequest(request: { method: string; params: object }): Promise<{ result: unknown }>
  subscribe(): { ui: object }
}
type Inside = new (
  options: object,
) => AppSigner & {
  _relay: InstanceType<Relay> | null
  _storage: { clear(): void; getItem(key: string): string | null }
  metadata: { appChainIds: readonly number[] }
  _addresses: string[]
  _setAddresses(accounts: string[]): void
  getChainId(): number
  updateProviderInfo(rpcUrl: string, chainId: number): void
}

const LINK_SERVER = 'https://www.walletlink.org'

/** Shows neither a notice in the page (our modal says what it waits for) nor a dialog before the app opens. */
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

  /** Here the SDK would reload the page, and the visitor would lose their work. */
  resetAndReload() {
    const { connection } = this
    const retry = () => {
      // The server cannot be reached; everything else must still be deleted.
      connection.makeRequest = async () => {}
      return connection.destroy()
    }
    // The second try asks no server, and cannot fail.
    void connection.destroy().catch(retry)
    this.accountsCallback([])
  }
}

/** Requests that the SDK can answer only with Node's Buffer. Pages do not use them any more. */
const REFUSED =
  /^eth_(?:signTransaction|sendRawTransaction|ecRecover|signTypedData|signTypedData_v1|signTypedData_v3)$/

const toDecimal = (value: unknown): string | null =>
  value == null ? null : BigInt(value as string).toString()

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

  /** Until the app has named its chain, it is the first one that the page asks for, and not always Ethereum. */
  override getChainId(): number {
    const [first] = this.metadata.appChainIds
    return first && !this._storage.getItem('DefaultChainId') ? first : super.getChainId()
  }

  /** We prepare the data to sign ourselves, because the SDK needs Node's Buffer, which browsers lack. */
  override async request(args: { method: string; params?: unknown }): Promise<unknown> {
    const { method } = args
    const params = args.params as string[]
    if (REFUSED.test(method)) throw new WalletError('not_implemented')
    switch (method) {
      case 'personal_sign':
        return this.sign(params[1], { message: params[0], addPrefix: true, typedDataJson: null })
      case 'eth_signTypedData_v4': {
        const [address, data] = params
        const message = hashEvmTypedData(toEvmTypedData(data))
        return this.sign(address, { message, addPrefix: false, typedDataJson: printJson(data, null, 2) })
      }
      case 'eth_sendTransaction':
        return this.send(params[0] as unknown as Record<string, string>)
    }
    return super.request(args)
  }

  private async sign(address: unknown, params: object): Promise<unknown> {
    const own = this.toOwn(address)
    const request = { method: 'signEthereumMessage', params: { address: own, ...params } }
    return (await this.initializeRelay().sendRequest(request)).result
  }

  private async send(transaction: Record<string, string>): Promise<unknown> {
    const { from, to, value, data, input, nonce, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas } =
      transaction
    const { chainId } = transaction
    const params = {
      fromAddress: this.toOwn(from ?? this._addresses[0]),
      toAddress: to?.toLowerCase() ?? null,
      weiValue: toDecimal(value) ?? '0',
      data: data ?? input ?? '0x',
      nonce: nonce == null ? null : Number(nonce),
      gasPriceInWei: toDecimal(gasPrice),
      maxFeePerGas: toDecimal(maxFeePerGas),
      maxPriorityFeePerGas: toDecimal(maxPriorityFeePerGas),
      gasLimit: toDecimal(gas),
      chainId: chainId ? Number(chainId) : this.getChainId(),
      shouldSubmit: true,
    }
    return (await this.initializeRelay().sendRequest({ method: 'signEthereumTransaction', params })).result
  }

  /** @throws WalletError `account_mismatch` for an address that is not the app's */
  private toOwn(address: unknown): string {
    const own = String(address).toLowerCase()
    if (this._addresses.some((one) => one.toLowerCase() === own)) return own
    throw new WalletError('account_mismatch')
  }
}

/** Creates the {@link AppSigner}: the SDK's own, without its changes to the page. Opens a socket to the link server. */
export function createAppSigner(
  metadata: object,
  callback: (event: string, payload: unknown) => void,
): AppSigner {
  return new QuietSigner({ metadata, callback })
}
