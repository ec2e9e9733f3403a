import type { FeltCall } from '../../protocol/starknet-transaction.js'
import { askOverHttp } from '../evm/node.js'
import { toFelt, toHex } from './hash.js'
import { createStarknetError } from './profiles.js'
import type { StarknetState } from './state.js'
import { encodeCalls, hashInvoke, type InvokeV3 } from './transaction.js'

const BOUND = { max_amount: '0x5f5e100', max_price_per_unit: '0x174876e800' }

/** A felt of the wallet API: hex without leading zeros. A decimal is refused, as in Argent X. */
const FELT = /^0x(?:0|[1-9a-f][0-9a-f]{0,62})$/i

/** Checks the calls of a wallet API request. */
export function readCalls(calls: unknown): FeltCall[] {
  const isFelt = (value: unknown) => typeof value === 'string' && FELT.test(value)
  if (!Array.isArray(calls) || calls.length === 0) throw createStarknetError(114, 'INVALID_REQUEST_PAYLOAD')
  return calls.map(({ contract_address, entry_point, calldata = [] }) => {
    if (!isFelt(contract_address) || typeof entry_point !== 'string' || !calldata.every(isFelt)) {
      throw createStarknetError(114, 'INVALID_REQUEST_PAYLOAD')
    }
    return { contractAddress: contract_address, entrypoint: entry_point, calldata: [...calldata] }
  })
}

/**
 * Sends calls from the current account, as wallets do: a signed invoke transaction of version 3, sent to the chain's
 * node.
 */
export function createSender(
  state: Pick<StarknetState, 'account' | 'chain' | 'nodes'>,
): (calls: readonly FeltCall[]) => Promise<string> {
  let own = 0
  return async (calls) => {
    const { account, chain } = state
    const url = state.nodes[chain]
    const address = toHex(BigInt(account.address))
    const nonce = url
      ? await askOverHttp(url, {
          method: 'starknet_getNonce',
          params: { block_id: 'latest', contract_address: address },
        })
      : toHex(BigInt(own++))
    const unsigned: Omit<InvokeV3, 'signature'> = {
      type: 'INVOKE',
      version: '0x3',
      sender_address: address,
      calldata: encodeCalls(calls),
      nonce: nonce as string,
      resource_bounds: { l1_gas: BOUND, l2_gas: BOUND, l1_data_gas: BOUND },
      tip: '0x0',
      paymaster_data: [],
      account_deployment_data: [],
      nonce_data_availability_mode: 'L1',
      fee_data_availability_mode: 'L1',
    }
    const hash = hashInvoke(unsigned, toHex(toFelt(chain)))
    if (!url) return toHex(hash)
    const transaction: InvokeV3 = { ...unsigned, signature: account.sign(hash) }
    const answer = await askOverHttp(url, {
      method: 'starknet_addInvokeTransaction',
      params: { invoke_transaction: transaction },
    })
    return (answer as { transaction_hash: string }).transaction_hash
  }
}
