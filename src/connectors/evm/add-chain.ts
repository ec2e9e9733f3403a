import { readEvmChainId, toEvmHex } from '../../chains/caip2.js'
import { WalletError } from '../../errors/wallet-error.js'
import type { AddChainParams } from '../connector.js'

const invalid = (field: string) =>
  new WalletError('request_invalid', { message: `addChain: ${field} is missing or not valid` })

const areUrls = (value: unknown): boolean => Array.isArray(value) && value.every(isRpcUrl)

const isText = (value: unknown, longest: number): boolean =>
  typeof value === 'string' && value !== '' && value.length <= longest

/** https, or http on the machine itself. */
function isRpcUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return (
    protocol === 'https:' ||
    (protocol === 'http:' && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname))
  )
}

/**
 * The parameters of wallet_addEthereumChain (EIP-3085).
 *
 * @throws WalletError `request_invalid` naming the field
 */
export function toAddChainParams(params: AddChainParams): Record<string, unknown> {
  const chainId = readEvmChainId(params?.chainId)
  if (!chainId) throw invalid('chainId')
  if (!isText(params.chainName, 100)) throw invalid('chainName')
  if (!params.rpcUrls?.length || !areUrls(params.rpcUrls)) throw invalid('rpcUrls')
  const { name, symbol, decimals } = params.nativeCurrency ?? { name: 'Ether', symbol: 'ETH', decimals: 18 }
  if (!isText(name, 100)) throw invalid('nativeCurrency.name')
  if (!isText(symbol, 11)) throw invalid('nativeCurrency.symbol')
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 36) throw invalid('nativeCurrency.decimals')
  if (params.blockExplorerUrls && !areUrls(params.blockExplorerUrls)) throw invalid('blockExplorerUrls')
  return {
    chainId: toEvmHex(chainId),
    chainName: params.chainName,
    rpcUrls: [...params.rpcUrls],
    nativeCurrency: { name, symbol, decimals },
    ...(params.blockExplorerUrls?.length && { blockExplorerUrls: [...params.blockExplorerUrls] }),
    ...(Array.isArray(params.iconUrls) &&
      params.iconUrls.length && { iconUrls: params.iconUrls.map(String) }),
  }
}
