import { parseStarknetAddress, toRpcAddress } from '../../protocol/starknet-address.js'
import { readAssetFields } from '../asset-fields.js'
import type { WatchAssetParams } from '../connector.js'

/** Checks the parameters of wallet_watchAsset. @throws WalletError `request_invalid` naming the field */
export const parseAssetParams = (params: WatchAssetParams): WatchAssetParams =>
  readAssetFields(params, (address) =>
    toRpcAddress(parseStarknetAddress(address, 'watchAsset: options.address')),
  )
