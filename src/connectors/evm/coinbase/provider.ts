import { WalletError } from '../../../errors/wallet-error.js'
import { toEvmHex } from '../../../protocol/evm-hex.js'
import type { RequestProgress } from '../../requests.js'
import type { Eip1193Provider } from '../announcement.js'
import { type PageProvider, toPageProvider } from '../page-provider.js'
import { createProviderEvents } from '../provider-events.js'

type RequestArguments = Parameters<Eip1193Provider['request']>[0]

/** The part of the SDK's signer that we use. */
export interface Signer {
  request(args: { method: string; params?: unknown }): Promise<unknown>
}

/** The provider of a session: one for our own requests, one for the page. */
export interface CoinbaseProvider {
  /** Rejects with whatever the signer or its window rejects with. */
  inner: PageProvider
  /** As `inner.request`, for a request that the page may give up. */
  carry(args: RequestArguments, progress: RequestProgress): Promise<unknown>
  /** The EIP-1193 provider for the page: every rejection is an Error with a number (ProviderRpcError). */
  outer: PageProvider
  /** Notifies the listeners. When the same chain comes twice, they are called once. */
  emit(event: string, payload: unknown): void
}

/** Methods that we refuse: the first is unsafe, the others need a socket (the SDK's own provider refuses them too). */
const REFUSED = /^eth_(?:sign|signTypedData_v2|subscribe|unsubscribe)$/

/** The wallet's own methods. The SDK would send any other `wallet_` method to a node, and fail. */
const SDK_METHODS =
  /^wallet_(?:(?:switch|add)EthereumChain|watchAsset|sign|sendCalls|(?:show|get)CallsStatus|getCapabilities|grantPermissions)$/

const isRefused = (method: string): boolean =>
  REFUSED.test(method) || (method.startsWith('wallet_') && !SDK_METHODS.test(method))

/** Creates the {@link CoinbaseProvider} of a session. @param answer answers a request, or throws once the session is over */
export function createCoinbaseProvider(
  answer: (args: RequestArguments, progress?: RequestProgress) => Promise<unknown>,
): CoinbaseProvider {
  const { emit, ...events } = createProviderEvents()
  let chain: unknown
  const carry = async (args: RequestArguments, progress?: RequestProgress) => {
    if (isRefused(args.method)) throw new WalletError('not_implemented')
    return answer(args, progress)
  }
  const request: Eip1193Provider['request'] = (args) => carry(args)
  const inner = { request, ...events }
  return {
    inner,
    carry,
    outer: toPageProvider({
      ...inner,
      async request(args) {
        const result = await request(args)
        // The signer returns a number, but EIP-1474 requires a decimal text.
        return args.method === 'net_version' ? String(result) : result
      },
    }),
    emit(event, payload) {
      if (event === 'chainChanged') {
        const hex = toEvmHex(`eip155:${Number(payload)}`)
        if (hex === chain) return
        chain = hex
      }
      emit(event, payload)
    },
  }
}
