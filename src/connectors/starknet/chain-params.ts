import { toStarknetHex } from '../../chains/starknet-networks.js'
import { readStarknetChainId } from '../../protocol/caip2.js'
import { parseStarknetAddress, toRpcAddress } from '../../protocol/starknet-address.js'
import { invalidChain, readChainFields } from '../chain-fields.js'
import type { AddChainParams } from '../connector.js'
import { STRK } from './tokens.js'

/** Checked parameters of adding a chain. */
export interface ChainParams extends Required<AddChainParams> {
  /** The felt of the chain's name, as hex. */
  chainId: string
  nativeCurrency: Required<NonNullable<AddChainParams['nativeCurrency']>>
}

/**
 * Checks the parameters of wallet_addStarknetChain, with STRK as the currency of a chain that names none.
 *
 * @throws WalletError `request_invalid` naming the field
 */
export function parseChainParams(params: AddChainParams): ChainParams {
  const chainId = readStarknetChainId(params?.chainId)
  if (!chainId) throw invalidChain('chainId')
  const { id = chainId.slice('starknet:'.length) } = params
  if (typeof id !== 'string' || id === '' || id.length > 64) throw invalidChain('id')
  const fields = readChainFields(params, 64, { ...STRK, name: 'Starknet Token' })
  const { address = STRK.address } = params.nativeCurrency ?? STRK
  const token = toRpcAddress(parseStarknetAddress(address, 'addChain: nativeCurrency.address'))
  return {
    ...fields,
    id,
    chainId: toStarknetHex(chainId),
    nativeCurrency: { ...fields.nativeCurrency, address: token },
  }
}
