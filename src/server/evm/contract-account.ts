import { bytesToHex } from '@noble/hashes/utils.js'
import { createSignInError } from '../../errors/sign-in-error.js'
import { askNode, type RpcSource, readRpcError } from '../rpc.js'

/** What a wrapped signature of an account that is not deployed ends with (ERC-6492). */
const WRAPPER_MAGIC = '6492649264926492649264926492649264926492649264926492649264926492'

/**
 * Code that runs inside one eth_call without being deployed, and answers 1 or 0. Behind it stand, in words, account,
 * factory (0 for none), length of the factory's calldata, length of the account's calldata; then both calldatas.
 *
 *   00 CODECOPY(0, 0x4e, CODESIZE - 0x4e)
 *   09 if factory: CALL(GAS, factory, 0, 0x80, factoryLength, 0, 0); its outcome is not looked at
 *   21 STATICCALL(GAS, account, 0x80 + factoryLength, accountLength, 0, 0x20)
 *   34 success AND RETURNDATASIZE > 31 AND word == 0x1626ba7e followed by zeros
 *   46 RETURN that
 *
 * Only one word of the account's answer is copied, however long it is; and 1/64 of the gas is left to answer with,
 * however much the account burns (EIP-150).
 */
const CHECKER =
  '604e3803604e6000396020511560215760006000604051608060006020515af1505b602060006060516040516080016000515afa601f3d1116600051631626ba7e60e01b141660005260206000f3'

/** isValidSignature(bytes32,bytes) (ERC-1271). */
const IS_VALID_SIGNATURE = '1626ba7e'

const word = (value: number | bigint): string => value.toString(16).padStart(64, '0')

/** Longest signature that is put to a node, in bytes: passkey and multisig signatures reach a few thousand. */
export const MAX_SIGNATURE = 16_384

interface Wrapped {
  factory: string
  factoryCalldata: Uint8Array
  signature: Uint8Array
}

/** A dynamic member of ABI-encoded data; null where it lies outside. */
function readBytes(data: Uint8Array, at: number): Uint8Array | null {
  const offset = readNumber(data, at)
  const length = offset === null ? null : readNumber(data, offset)
  if (offset === null || length === null || offset + 32 + length > data.length) return null
  return data.subarray(offset + 32, offset + 32 + length)
}

function readNumber(data: Uint8Array, at: number): number | null {
  if (at + 32 > data.length) return null
  const value = BigInt(`0x${bytesToHex(data.subarray(at, at + 32))}`)
  return value <= BigInt(data.length) ? Number(value) : null
}

/** Reads an ERC-6492 wrapper: abi.encode(factory, calldata, signature) and the magic word. Null for anything else. */
export function readWrapper(signature: Uint8Array): Wrapped | null {
  if (bytesToHex(signature.subarray(-32)) !== WRAPPER_MAGIC) return null
  const data = signature.subarray(0, -32)
  const factoryCalldata = readBytes(data, 32)
  const inner = readBytes(data, 64)
  if (data.length < 96 || !factoryCalldata || !inner) return null
  return { factory: bytesToHex(data.subarray(0, 32)), factoryCalldata, signature: inner }
}

/** The calldata of isValidSignature. */
function encodeCheck(digest: Uint8Array, signature: Uint8Array): string {
  const padding = '00'.repeat((32 - (signature.length % 32)) % 32)
  return (
    IS_VALID_SIGNATURE +
    bytesToHex(digest) +
    word(64) +
    word(signature.length) +
    bytesToHex(signature) +
    padding
  )
}

/** Whether a node's error says that the call ran and failed, which is the account's doing, not the node's. */
const isExecutionError = ({ code, message }: { code: number; message: string }): boolean =>
  code === 3 || /revert|out of gas|invalid opcode|invalid jump|stack|gas required|execution/i.test(message)

/**
 * Asks a contract account whether a signature is its own: ERC-1271 where it is deployed, ERC-6492 where it is not yet.
 * Nothing is ever sent to the chain: only eth_call is used.
 *
 * @throws WalletError `rpc_failed`
 */
export async function isContractSignature(
  check: { address: string; digest: Uint8Array; signature: Uint8Array },
  rpc: RpcSource,
  signal: AbortSignal,
): Promise<boolean> {
  if (check.signature.length > MAX_SIGNATURE) return false
  const wrapper = readWrapper(check.signature)
  const calldata = encodeCheck(check.digest, wrapper?.signature ?? check.signature)
  const account = check.address.slice(2).toLowerCase().padStart(64, '0')

  const ask = async (factory: string, factoryCalldata: string): Promise<boolean> => {
    const lengths = word(factoryCalldata.length / 2) + word(calldata.length / 2)
    const data = `0x${CHECKER}${account}${factory}${lengths}${factoryCalldata}${calldata}`
    try {
      const answer = await askNode(rpc, 'eth_call', [{ data }, 'latest'], signal)
      return answer === `0x${word(1)}`
    } catch (error) {
      const rpcError = readRpcError(error)
      if (!rpcError) throw error
      if (isExecutionError(rpcError)) return false
      throw createSignInError('rpc_failed', '', { cause: error })
    }
  }

  if (await ask(word(0), '')) return true
  return wrapper ? ask(wrapper.factory, bytesToHex(wrapper.factoryCalldata)) : false
}
