import { toStarknetHex } from '../../../chains/starknet-networks.js'
import { readStarknetChainId } from '../../../protocol/caip2.js'
import { decodeShortString, findShortStringFault } from '../../../protocol/short-string.js'
import { readStarknetAccounts } from '../accounts.js'
import type { ChainParams } from '../chain-params.js'
import type { Dialect } from '../dialect.js'
import { ask } from '../wallet-call.js'
import { isUnknownMethod } from '../wallet-errors.js'
import type { StarknetWallet } from '../wallet-object.js'

/** The parameters of wallet_addStarknetChain, in the wallet API's spelling. */
export function toWalletApiChain(params: ChainParams): Record<string, unknown> {
  const { id, chainId, chainName, rpcUrls, nativeCurrency, blockExplorerUrls, iconUrls } = params
  return {
    id,
    chain_id: chainId,
    chain_name: chainName,
    rpc_urls: rpcUrls,
    native_currency: { type: 'ERC20', options: nativeCurrency },
    ...(blockExplorerUrls.length > 0 && { block_explorer_url: blockExplorerUrls }),
    ...(iconUrls.length > 0 && { icon_urls: iconUrls }),
  }
}

/**
 * Argent X stores a network under the text by which it was added, and decodes hex when it switches. A network that was
 * added by its hex is never found again.
 */
const KEEPS_CHAIN_TEXT = 'argentX'

/** Wallets that report no permission while they are locked, so that we cannot tell the two apart (Argent X 6.23). */
export const HIDES_PERMISSION = new Set(['argentX'])

/** The text of a chain id in hex, when it has one. */
function toChainText(chainId: string): string {
  const text = decodeShortString(BigInt(chainId))
  return findShortStringFault(text) || /[^ -~]/.test(text) ? chainId : text
}

/**
 * The current API: everything goes through `request` (Starknet wallet RPC).
 *
 * @param read the wallet's permissions, if they were read just now; the first use takes them
 */
export function createWalletApi(wallet: StarknetWallet, read?: readonly unknown[]): Dialect {
  let known = read
  let hasListed = false
  const silentAccounts = async () =>
    readStarknetAccounts(await ask(wallet, 'wallet_requestAccounts', { silent_mode: true })) ?? []

  /**
   * Never prompts, by the wallet API. Keplr's `[""]` says nothing, so we ask by the older API if the wallet has it.
   *
   * @returns false for an empty list of a wallet that has listed the permission before; undefined for no clear answer
   * @throws the wallet's error when it cannot say, as Keplr cannot while it is locked
   */
  const hasLeave = async (): Promise<boolean | undefined> => {
    let failure: { error: unknown } | undefined
    const permissions =
      known ??
      (await ask(wallet, 'wallet_getPermissions').catch((error) => {
        failure = { error }
      }))
    known = undefined
    const isList = Array.isArray(permissions)
    if (isList && permissions.includes('accounts')) {
      hasListed = true
      return true
    }
    if (typeof wallet.isPreauthorized === 'function' && (await wallet.isPreauthorized()) === true) return true
    if (failure && !isUnknownMethod(failure.error)) throw failure.error
    return hasListed && isList && permissions.length === 0 ? false : undefined
  }

  return {
    takesOptions: false,
    requestAccounts: () => ask(wallet, 'wallet_requestAccounts'),
    async readAccounts() {
      // A wallet without a permission is not asked: if it did not know silent_mode, it would prompt.
      if (!(await hasLeave())) return null
      const accounts = await silentAccounts()
      return accounts.length > 0 ? accounts : null
    },
    async isLocked() {
      // Argent X answers a silent request that it cannot serve with "User aborted".
      return !!(await hasLeave()) && (await silentAccounts().catch(() => [])).length === 0
    },
    async isRevoked() {
      // A wallet whose older member says that it is connected may be locked.
      if (wallet.isConnected || HIDES_PERMISSION.has(wallet.id)) return false
      return (await hasLeave()) === false
    },
    readChainId: async () => readStarknetChainId(await ask(wallet, 'wallet_requestChainId')),
    signTypedData: (typedData) => ask(wallet, 'wallet_signTypedData', typedData),
    execute: (calls) =>
      ask(wallet, 'wallet_addInvokeTransaction', {
        calls: calls.map(({ contractAddress, entrypoint, calldata }) => ({
          contract_address: contractAddress,
          entry_point: entrypoint,
          calldata,
        })),
      }),
    async switchChain(chainId) {
      const hex = toStarknetHex(chainId)
      const switched = await ask(wallet, 'wallet_switchStarknetChain', { chainId: hex })
      const text = toChainText(hex)
      // The wallet says before any window that it does not know the chain; it may know the chain's name.
      return switched === false && wallet.id === KEEPS_CHAIN_TEXT && text !== hex
        ? ask(wallet, 'wallet_switchStarknetChain', { chainId: text })
        : switched
    },
    addChain(params) {
      const chainId = wallet.id === KEEPS_CHAIN_TEXT ? toChainText(params.chainId) : params.chainId
      return ask(wallet, 'wallet_addStarknetChain', toWalletApiChain({ ...params, chainId }))
    },
    watchAsset: (params) => ask(wallet, 'wallet_watchAsset', params),
  }
}
