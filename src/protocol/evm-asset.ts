import { WalletError } from '../errors/wallet-error.js'
import { isEvmAddress } from './evm-address.js'
import { isImageAddress } from './web-address.js'

const invalid = (field: string) =>
  new WalletError('request_invalid', { message: `watchAsset: ${field} is missing or not valid` })

/** What a page may say about a token. */
interface AssetInput {
  type: string
  options: { address: string; symbol?: string; decimals?: number; image?: string; name?: string }
}

/**
 * The parameters of wallet_watchAsset (EIP-747): ERC20 only, a symbol of 1 to 11 characters, 0 to 36 decimals, a name
 * of at most 64 characters, an image over https (http on this machine) or as `data:image/…`.
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
  if (image && !isImageAddress(image)) throw invalid('options.image')
  if (name && (typeof name !== 'string' || name.length > 64)) throw invalid('options.name')
  return {
    type: 'ERC20',
    options: {
      address,
      ...(symbol !== undefined && { symbol }),
      ...(decimals !== undefined && { decimals }),
      ...(image && { image }),
      ...(name && { name }),
    },
  }
}
