import type { FeltCall } from '../../protocol/starknet-transaction.js'
import { hashPoseidon, starknetKeccak, toFelt } from './hash.js'

/** The limits of one kind of gas: amount, and price per unit. */
export interface ResourceBound {
  max_amount: string
  max_price_per_unit: string
}

/** An invoke transaction of version 3, as nodes accept it (Starknet JSON-RPC, BROADCASTED_INVOKE_TXN). */
export interface InvokeV3 {
  type: 'INVOKE'
  version: '0x3'
  sender_address: string
  calldata: string[]
  signature: string[]
  nonce: string
  resource_bounds: { l1_gas: ResourceBound; l2_gas: ResourceBound; l1_data_gas: ResourceBound }
  tip: string
  paymaster_data: string[]
  account_deployment_data: string[]
  nonce_data_availability_mode: 'L1'
  fee_data_availability_mode: 'L1'
}

/** Encodes the calldata of an account's `__execute__`: count, then address, selector, length and data of each call. */
export function encodeCalls(calls: readonly FeltCall[]): string[] {
  const hex = (felt: bigint | number) => `0x${felt.toString(16)}`
  return [
    hex(calls.length),
    ...calls.flatMap(({ contractAddress, entrypoint, calldata }) => [
      contractAddress,
      hex(starknetKeccak(entrypoint)),
      hex(calldata.length),
      ...calldata,
    ]),
  ]
}

const packBound = (name: string, { max_amount, max_price_per_unit }: ResourceBound): bigint =>
  (toFelt(name) << 192n) | (BigInt(max_amount) << 128n) | BigInt(max_price_per_unit)

/** Computes the hash of an invoke transaction of version 3 (Starknet, transaction hashes). */
export function hashInvoke(transaction: Omit<InvokeV3, 'signature'>, chainId: string): bigint {
  const { resource_bounds: bounds } = transaction
  return hashPoseidon([
    toFelt('invoke'),
    3n,
    BigInt(transaction.sender_address),
    hashPoseidon([
      BigInt(transaction.tip),
      packBound('L1_GAS', bounds.l1_gas),
      packBound('L2_GAS', bounds.l2_gas),
      packBound('L1_DATA', bounds.l1_data_gas),
    ]),
    hashPoseidon(transaction.paymaster_data.map(BigInt)),
    BigInt(chainId),
    BigInt(transaction.nonce),
    0n,
    hashPoseidon(transaction.account_deployment_data.map(BigInt)),
    hashPoseidon(transaction.calldata.map(BigInt)),
  ])
}
