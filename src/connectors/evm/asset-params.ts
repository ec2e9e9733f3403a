import { isEvmAddress } from '../../protocol/evm-address.js'
import { invalidAsset, readAssetFields } from '../asset-fields.js'
import type { WatchAssetParams } from '../connector.js'

/** The parameters of wallet_watchAsset (EIP-747). @throws WalletError `request_invalid` naming the field */
export const toAssetParams = (params: WatchAssetParams): WatchAssetParams =>
  readAssetFields(params, (address) => {
    if (isEvmAddress(address)) return address
    throw invalidAsset('options.address')
  })
