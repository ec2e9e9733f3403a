import { EXPLORERS } from '../../chains/explorers.js'
import { findNetwork, type NetworkInput } from '../../chains/networks.js'
import { WalletError } from '../../errors/wallet-error.js'
import { readBase } from '../../platform/base-address.js'
import { type ChainId, readEvmChainId } from '../../protocol/caip2.js'
import { toEvmHex } from '../../protocol/evm-hex.js'
import { isWebAddress } from '../../protocol/web-address.js'
import { invalidChain, readChainFields } from '../chain-fields.js'
import type { AddChainParams } from '../connector.js'

const ETHER = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/** The parameters of wallet_addEthereumChain (EIP-3085), with a node at least. @throws WalletError `request_invalid` naming the field */
export function toAddChainParams(params: AddChainParams): Record<string, unknown> {
  const checked = toChainParams(params)
  if (!checked.rpcUrls) throw invalidChain('rpcUrls')
  return checked
}

function toChainParams(params: AddChainParams): Record<string, unknown> {
  const chainId = readEvmChainId(params?.chainId)
  if (!chainId) throw invalidChain('chainId')
  const { chainName, rpcUrls, nativeCurrency, blockExplorerUrls, iconUrls } = readChainFields(
    params,
    100,
    ETHER,
  )
  return {
    chainId: toEvmHex(chainId),
    chainName,
    ...(rpcUrls.length && { rpcUrls }),
    nativeCurrency,
    ...(blockExplorerUrls.length && { blockExplorerUrls }),
    ...(iconUrls.length && { iconUrls }),
  }
}

/** The addresses that a wallet may get: those that the page alone can use, such as plain http, are left out. */
function toWalletAddresses(urls: readonly string[] = []): string[] {
  const base = readBase()
  return urls
    .filter((url) => URL.canParse(url, base))
    .map((url) => (URL.canParse(url) ? url : new URL(url, base).href))
    .filter(isWebAddress)
}

/**
 * What a wallet that lacks a network is offered (EIP-3085): what the page says about the network, and what is public. Only the page's own nodes
 * are named. Without one that a wallet may use, a wallet with a list of its own can still find the network by its number.
 *
 * @returns null for a network that neither the page nor we can name
 * @throws WalletError `config_invalid` when the page describes its network in a way that no wallet accepts
 */
export function toOffer(target: ChainId, networks: readonly NetworkInput[]): Record<string, unknown> | null {
  const network = findNetwork(target, networks)
  if (!network) return null
  const { name: chainName, rpcUrls } = network
  // Who names a network describes it: we add nothing of our own.
  const isNamed = networks.some(({ chainId, name }) => name && readEvmChainId(chainId) === target)
  const explorer = isNamed ? undefined : EXPLORERS[target]
  const { blockExplorerUrls = explorer ? [explorer] : [] } = network
  try {
    return toChainParams({
      ...network,
      chainName,
      rpcUrls: toWalletAddresses(rpcUrls),
      blockExplorerUrls: toWalletAddresses(blockExplorerUrls),
    })
  } catch (cause) {
    throw new WalletError('config_invalid', {
      message: `networks: ${target} cannot be offered to a wallet`,
      cause,
    })
  }
}
