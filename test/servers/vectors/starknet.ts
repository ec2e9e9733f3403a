import { hash, typedData } from 'starknet'
import {
  CHAIN,
  felt,
  OWNER,
  plain,
  revision0,
  STARKNET_CASES,
  type StarknetCase,
  signBy,
} from './starknet-cases.js'
import { expectation, NONCE, type Vector } from './vector.js'

function make(one: StarknetCase): Vector {
  const { address, deployment } = one.account ?? plain
  const message = one.message ?? revision0()
  const messageHash = one.unasked ? '0x1' : typedData.getMessageHash(message as never, address)
  const signature = (one.sign ?? ((text) => signBy(OWNER, text)))(messageHash)
  const proof = {
    namespace: 'starknet' as const,
    chainId: CHAIN,
    address,
    message,
    signature,
    ...(one.withDeployment && { deployment }),
  }
  const calldata = [messageHash, felt(BigInt(signature.length)), ...signature]
  const call = {
    contract_address: felt(BigInt(address)),
    entry_point_selector: hash.getSelectorFromName('is_valid_signature'),
    calldata,
  }
  const answer = one.error ? { error: one.error } : { result: one.result as string[] }
  return {
    id: `starknet-${one.id}`,
    kind: 'starknet',
    note: one.note,
    proof,
    nonces: { unused: [NONCE], used: [] },
    expected: expectation(proof, one.reason),
    ...(!one.unasked && { node: { call, ...answer } }),
  }
}

/** Creates the vectors of Starknet accounts. */
export const makeStarknetVectors = (): Vector[] => STARKNET_CASES.map(make)
