import { WalletError } from '../../errors/wallet-error.js'
import { parseStarknetAddress, toRpcAddress } from '../../protocol/starknet-address.js'
import { isImageAddress } from '../../protocol/web-address.js'
import type { WatchAssetParams } from '../connector.js'

/** Checked parameters of watching a token. */
export type AssetParams = WatchAssetParams

const invalid = (field: string) =>
  new WalletError('request_invalid', { message: `watchAsset: ${field} is missing or not valid` })

/**
 * Checks the parameters of wallet_watchAsset: ERC20 only, a symbol of 1 to 11 characters, 0 to 36 decimals, a name of
 * at most 64 characters, an image over https (http on this machine) or as `data:image/…`. Wallets may be stricter:
 * symbols of the wallet API have at most 6 characters.
 *
 * @throws WalletError `request_invalid` naming the field
 */
export function parseAssetParams(params: WatchAssetParams): AssetParams {
  if (params?.type !== 'ERC20') throw invalid('type')
  const { address, symbol, decimals, image, name } = params.options ?? {}
  const texts: readonly (readonly [field: string, value: unknown, length: number])[] = [
    ['symbol', symbol, 11],
    ['name', name, 64],
  ]
  for (const [field, value, length] of texts) {
    if (value === undefined) continue
    if (typeof value !== 'string' || value === '' || value.length > length) throw invalid(`options.${field}`)
  }
  if (image !== undefined && !isImageAddress(image)) throw invalid('options.image')
  if (decimals !== undefined && !(Number.isInteger(decimals) && decimals >= 0 && decimals <= 36)) {
    throw invalid('options.decimals')
  }
  return {
    type: 'ERC20',
    options: {
      address: toRpcAddress(parseStarknetAddress(address, 'watchAsset: options.address')),
      ...(symbol !== undefined && { symbol }),
      ...(decimals !== undefined && { decimals }),
      ...(image !== undefined && { image }),
      ...(name !== undefined && { name }),
    },
  }
}
