import { WalletError } from '../../errors/wallet-error.js'
import { readEvmChainId, toEvmHex } from '../../protocol/caip2.js'
import { copyAddresses, isImageAddress } from '../../protocol/web-address.js'
import type { AddChainParams } from '../connector.js'

const invalid = (field: string) =>
  new WalletError('request_invalid', { message: `addChain: ${field} is missing or not valid` })

const isText = (value: unknown, longest: number): boolean =>
  typeof value === 'string' && value !== '' && value.length <= longest

const readUrls = (urls: unknown, field: string, fits?: typeof isImageAddress): string[] => {
  const copy = urls === undefined || urls === null ? [] : copyAddresses(urls, fits)
  if (!copy) throw invalid(field)
  return copy
}

/**
 * The parameters of wallet_addEthereumChain (EIP-3085): nodes and block explorers over https (http on this machine),
 * icons likewise or as `data:image/…`. An address must not contain a user or a password.
 *
 * @throws WalletError `request_invalid` naming the field
 */
export function toAddChainParams(params: AddChainParams): Record<string, unknown> {
  const chainId = readEvmChainId(params?.chainId)
  if (!chainId) throw invalid('chainId')
  const { chainName } = params
  if (!isText(chainName, 100)) throw invalid('chainName')
  const rpcUrls = readUrls(params.rpcUrls, 'rpcUrls')
  if (!rpcUrls.length) throw invalid('rpcUrls')
  const { name, symbol, decimals } = params.nativeCurrency ?? { name: 'Ether', symbol: 'ETH', decimals: 18 }
  if (!isText(name, 100)) throw invalid('nativeCurrency.name')
  if (!isText(symbol, 11)) throw invalid('nativeCurrency.symbol')
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 36) throw invalid('nativeCurrency.decimals')
  const blockExplorerUrls = readUrls(params.blockExplorerUrls, 'blockExplorerUrls')
  const iconUrls = readUrls(params.iconUrls, 'iconUrls', isImageAddress)
  return {
    chainId: toEvmHex(chainId),
    chainName,
    rpcUrls,
    nativeCurrency: { name, symbol, decimals },
    ...(blockExplorerUrls.length && { blockExplorerUrls }),
    ...(iconUrls.length && { iconUrls }),
  }
}
