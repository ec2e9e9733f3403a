import { toStarknetHex } from '../../chains/starknet-networks.js'
import { WalletError } from '../../errors/wallet-error.js'
import { readStarknetChainId } from '../../protocol/caip2.js'
import { parseStarknetAddress, toRpcAddress } from '../../protocol/starknet-address.js'
import { copyAddresses, isImageAddress } from '../../protocol/web-address.js'
import type { AddChainParams } from '../connector.js'
import { STRK } from './tokens.js'

/** Checked parameters of adding a chain. */
export interface ChainParams {
  id: string
  /** The felt of the chain's name, as hex. */
  chainId: string
  chainName: string
  rpcUrls: string[]
  nativeCurrency: { address: string; name: string; symbol: string; decimals: number }
  blockExplorerUrls: string[]
  iconUrls: string[]
}

const invalid = (field: string) =>
  new WalletError('request_invalid', { message: `addChain: ${field} is missing or not valid` })

export { toStarknetHex }

const isText = (value: unknown, length: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= length

const readUrls = (urls: unknown, field: string, fits?: typeof isImageAddress): string[] => {
  const copy = urls === undefined ? [] : copyAddresses(urls, fits)
  if (!copy) throw invalid(field)
  return copy
}

/**
 * Checks the parameters of wallet_addStarknetChain: a name, nodes and block explorers over https (http on this
 * machine), icons likewise or as `data:image/…`, and a currency of 1 to 11 characters and 0 to 36 decimals, STRK by
 * default.
 *
 * @throws WalletError `request_invalid` naming the field
 */
export function parseChainParams(params: AddChainParams): ChainParams {
  const chainId = readStarknetChainId(params?.chainId)
  if (!chainId) throw invalid('chainId')
  const name = chainId.slice('starknet:'.length)
  const { id = name, chainName } = params
  const nativeCurrency = params.nativeCurrency ?? { ...STRK, name: 'Starknet Token' }
  if (!isText(id, 64)) throw invalid('id')
  if (!isText(chainName, 64)) throw invalid('chainName')
  const rpcUrls = readUrls(params.rpcUrls, 'rpcUrls')
  const { symbol, decimals, address = STRK.address } = nativeCurrency
  if (!isText(nativeCurrency.name, 64)) throw invalid('nativeCurrency.name')
  if (!isText(symbol, 11)) throw invalid('nativeCurrency.symbol')
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 36) throw invalid('nativeCurrency.decimals')
  const token = toRpcAddress(parseStarknetAddress(address, 'addChain: nativeCurrency.address'))
  return {
    id,
    chainId: toStarknetHex(chainId),
    chainName,
    rpcUrls,
    nativeCurrency: { address: token, name: nativeCurrency.name, symbol, decimals },
    blockExplorerUrls: readUrls(params.blockExplorerUrls, 'blockExplorerUrls'),
    iconUrls: readUrls(params.iconUrls, 'iconUrls', isImageAddress),
  }
}
