import { WalletError } from '../errors/wallet-error.js'
import { isImageAddress } from '../protocol/web-address.js'
import type { WatchAssetParams } from './requests.js'

export const invalidAsset = (field: string) =>
  new WalletError('request_invalid', { message: `watchAsset: ${field} is missing or not valid` })

/**
 * Checks the parameters of wallet_watchAsset (EIP-747, which Starknet follows): ERC20 only, a symbol of 1 to 11 characters, 0 to 36
 * decimals, a name of at most 64 characters, an image over https (http on this machine) or as `data:image/…`. Wallets may be stricter:
 * symbols of Starknet's wallet API have at most 6 characters.
 *
 * @param readAddress the token's address as the family's wallets take it
 * @throws WalletError `request_invalid` naming the field
 */
export function readAssetFields(
  params: WatchAssetParams,
  readAddress: (address: string) => string,
): WatchAssetParams {
  if (params?.type !== 'ERC20') throw invalidAsset('type')
  const { address, symbol, decimals, image, name } = params.options ?? {}
  const token = readAddress(address)
  if (symbol !== undefined && (typeof symbol !== 'string' || !symbol || symbol.length > 11))
    throw invalidAsset('options.symbol')
  if (decimals !== undefined && !(Number.isInteger(decimals) && decimals >= 0 && decimals <= 36)) {
    throw invalidAsset('options.decimals')
  }
  if (image && !isImageAddress(image)) throw invalidAsset('options.image')
  if (name && (typeof name !== 'string' || name.length > 64)) throw invalidAsset('options.name')
  return {
    type: 'ERC20',
    options: {
      address: token,
      ...(symbol !== undefined && { symbol }),
      ...(decimals !== undefined && { decimals }),
      ...(image && { image }),
      ...(name && { name }),
    },
  }
}
