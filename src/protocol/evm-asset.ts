import { WalletError } from '../errors/wallet-error.js'
import { isEvmAddress } from './evm-address.js'

const invalid = (field: string) =>
  new WalletError('request_invalid', { message: `watchAsset: ${field} is missing or not valid` })

/** What a page may say about a token. */
interface AssetInput {
  type: string
  options: { address: string; symbol?: string; decimals?: number; image?: string; name?: string }
}

/**
 * The parameters of wallet_watchAsset (EIP-747): ERC20 only, symbol of 1 to 11 characters, 0 to 36 decimals.
 *
 * @throws WalletError `request_invalid` naming the field
 */
export function toEvmAssetParams(params: AssetInput): AssetInput {
  if (params?.type !== 'ERC20') throw invalid('type')
  const { address, symbol, decimals, image, name } = params.options ?? {}
  if (!isEvmAddress(address)) throw invalid('options.address')
  if (symbol !== undefined && (typeof symbol !== 'string' || !symbol || symbol.length > 11))
    throw invalid('options.symbol')
  if (decimals !== undefined && !(Number.isInteger(decimals) && decimals >= 0 && decimals <= 36)) {
    throw invalid('options.decimals')
  }
  return {
    type: 'ERC20',
    options: {
      address,
      ...(symbol !== undefined && { symbol }),
      ...(decimals !== undefined && { decimals }),
      ...(image && { image: String(image) }),
      ...(name && { name: String(name) }),
    },
  }
}
