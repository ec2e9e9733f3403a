import { toStarknetHex } from '../../../chains/starknet-networks.js'
import { PROVIDER_VERSION, WEB_WALLET_ID } from '../../../constants.js'
import { ConnectorNotConnectedError } from '../../../errors/not-connected-error.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { readAddress } from '../../../platform/environment.js'
import type { ChainId } from '../../../protocol/caip2.js'
import { parseStarknetEvent, type StarknetEvent } from '../../../protocol/starknet-events.js'
import { parseCalls, parseExecuteOptions } from '../../../protocol/starknet-transaction.js'
import type { AddChainParams, Call, WalletSession, WatchAssetParams } from '../../connector.js'
import { parseStarknetVersion } from '../account-api.js'
import { parseAssetParams } from '../asset-params.js'
import { parseChainParams } from '../chain-params.js'
import { queuePrompt } from '../prompts.js'
import type { StarknetWallet } from '../wallet-object.js'
import { parseAbis } from './abis.js'
import type { WebDialect } from './dialect.js'

type Requests = Required<Pick<WalletSession, 'execute' | 'signTypedData'>>
type Handler = (...args: unknown[]) => void

/** The object of the older account API, for dapps that use it (get-starknet 3). */
export interface WebWalletAccount {
  readonly address: string
  /** @returns the hash, under its older name */
  execute(calls: unknown, abis?: unknown, details?: unknown): Promise<{ transaction_hash: string }>
  signMessage(typedData: unknown): Promise<string[]>
}

/** The e-mail wallet as a Starknet wallet object (specification, wallet object). */
export interface WebWallet extends StarknetWallet {
  readonly host: string
  readonly isConnected: boolean
  readonly selectedAddress: string | undefined
  readonly account: WebWalletAccount | undefined
  readonly provider: { getChainId(): Promise<string> }
  readonly chainId: string
  /** Subscribes to `updateModal` of a framed page. @throws WalletError `no_iframe` in popup mode */
  subscribe(procedure: 'updateModal', onData: (data: unknown) => void): () => void
}

/** What {@link createWebWalletObject} needs. */
export interface WebWalletInput {
  icon: { light: string; dark: string }
  account: string
  chainId: ChainId
  /** A function, because the session's requests need the wallet object first. */
  dialect(): WebDialect
  requests(): Requests
  subscribe: WebWallet['subscribe']
  /** Brings the open window to the front. */
  focus(): void
  /** Aborted when the session ends. */
  signal: AbortSignal
}

/** Reads a chain's parameters in either spelling: camel case, or the wallet API's snake case. */
function readChainParams(params: Record<string, unknown>): AddChainParams {
  const currency = params.native_currency as { options?: object } | undefined
  const camel = {
    id: params.id,
    chainId: params.chainId ?? params.chain_id,
    chainName: params.chainName ?? params.chain_name,
    rpcUrls: params.rpcUrls ?? params.rpc_urls,
    nativeCurrency: params.nativeCurrency ?? currency?.options,
    blockExplorerUrls: params.blockExplorerUrls ?? params.blockExplorerUrl ?? params.block_explorer_url,
    iconUrls: params.iconUrls ?? params.icon_urls,
  }
  return Object.fromEntries(Object.entries(camel).filter(([, value]) => value !== undefined)) as never
}

function notImplemented(): never {
  throw new WalletError('not_implemented')
}

/** The methods of the wallet API that the e-mail wallet has. @param queue runs a prompt after those before it */
function createMethods(
  input: WebWalletInput,
  queue: <T>(action: () => Promise<T>) => Promise<T>,
): Record<string, (params: Record<string, unknown>) => unknown> {
  return {
    wallet_requestAccounts: () => [input.account],
    wallet_requestChainId: () => toStarknetHex(input.chainId),
    wallet_getPermissions: () => ['accounts'],
    wallet_deploymentData: () => queue(() => input.dialect().getDeploymentData()),
    wallet_signTypedData: (typedData) => input.requests().signTypedData(typedData),
    async wallet_addInvokeTransaction({ calls }) {
      const list = (Array.isArray(calls) ? calls : [calls]) as Record<string, unknown>[]
      const { transactionHash } = await input.requests().execute(
        list.map((one) => ({
          contractAddress: one?.contract_address ?? one?.contractAddress,
          entrypoint: one?.entry_point ?? one?.entrypoint,
          calldata: one?.calldata,
        })) as Call[],
      )
      return { transaction_hash: transactionHash }
    },
    wallet_addStarknetChain(params) {
      parseChainParams(readChainParams(params))
      return notImplemented()
    },
    wallet_switchStarknetChain: notImplemented,
    wallet_watchAsset(params) {
      parseAssetParams(params as unknown as WatchAssetParams)
      return notImplemented()
    },
  }
}

/** Calls the page's listeners with no account when the session ends, once. */
function createHandlers(signal: AbortSignal): Record<StarknetEvent, Set<Handler>> {
  const handlers = { accountsChanged: new Set<Handler>(), networkChanged: new Set<Handler>() }
  const notify = () => {
    for (const handler of [...handlers.accountsChanged]) handler([])
    handlers.accountsChanged.clear()
    handlers.networkChanged.clear()
  }
  signal.addEventListener('abort', notify, { once: true })
  return handlers
}

/** Creates the wallet object of a session. It checks every request before it opens a window. */
export function createWebWalletObject(input: WebWalletInput): WebWallet {
  const { signal, chainId } = input
  const handlers = createHandlers(signal)
  const queue = <T>(action: () => Promise<T>) => queuePrompt({ wallet, signal, onWait: input.focus }, action)
  const methods = createMethods(input, queue)
  const connected = () => {
    if (signal.aborted) throw new ConnectorNotConnectedError()
  }
  const account: WebWalletAccount = {
    address: input.account,
    async execute(calls, abis, details) {
      connected()
      const [parsed, options, extra] = [parseCalls(calls), parseExecuteOptions(details), parseAbis(abis)]
      return {
        transaction_hash: await queue(() => input.dialect().execute(parsed, options, undefined, extra)),
      }
    },
    signMessage: async (typedData) => (await input.requests().signTypedData(typedData)) as string[],
  }

  const wallet: WebWallet = {
    id: WEB_WALLET_ID,
    name: 'Web Wallet',
    version: PROVIDER_VERSION,
    icon: input.icon,
    host: readAddress().origin,
    async request({ type, params }) {
      const run = Object.hasOwn(methods, type) ? methods[type] : notImplemented
      connected()
      return run?.((params ?? {}) as Record<string, unknown>)
    },
    // The wallet's pages know only version 4 of the account API (specification, section 5).
    async enable(options) {
      if (parseStarknetVersion(options?.starknetVersion) !== 'v4') notImplemented()
      connected()
      return [input.account]
    },
    async isPreauthorized() {
      return !signal.aborted && (await input.dialect().askPreauthorized()) === true
    },
    on(event, handler) {
      handlers[parseStarknetEvent(event)].add(handler)
    },
    off(event, handler) {
      handlers[parseStarknetEvent(event)].delete(handler)
    },
    get isConnected() {
      return !signal.aborted
    },
    get selectedAddress() {
      return signal.aborted ? undefined : input.account
    },
    get account() {
      return signal.aborted ? undefined : account
    },
    provider: { getChainId: async () => toStarknetHex(chainId) },
    chainId: chainId.slice('starknet:'.length),
    subscribe: input.subscribe,
  }
  return wallet
}
