import type { ChainId } from '../../protocol/caip2.js'
import type { FeltCall, FeltExecuteOptions } from '../../protocol/starknet-transaction.js'
import type { StarknetTypedData } from '../../protocol/starknet-typed-data.js'
import type { RequestProgress, WatchAssetParams } from '../requests.js'

import type { ChainParams } from './chain-params.js'

/** The API that a Starknet wallet speaks: the current wallet API, or the older account API. */
export interface Dialect {
  /** Whether nonce, maxFee and version reach the wallet. */
  readonly takesOptions: boolean
  /** Asks the visitor. @returns the wallet's answer, unchecked */
  requestAccounts(): Promise<unknown>
  /** Reads the accounts without a prompt; null when this page has no permission, or the wallet is locked. */
  readAccounts(): Promise<string[] | null>
  /** Whether the page has a permission and the wallet is locked, so that it shows no accounts. */
  isLocked(): Promise<boolean>
  /** Whether the wallet says clearly that it no longer allows this page. A failure or a strange answer says nothing. */
  isRevoked(): Promise<boolean>
  readChainId(): Promise<ChainId | null>
  signTypedData(typedData: StarknetTypedData, progress?: RequestProgress): Promise<unknown>
  execute(
    calls: readonly FeltCall[],
    options: FeltExecuteOptions,
    progress?: RequestProgress,
  ): Promise<unknown>
  switchChain(chainId: ChainId): Promise<unknown>
  addChain(params: ChainParams): Promise<unknown>
  watchAsset(params: WatchAssetParams): Promise<unknown>
}
