import { bytesToHex } from '@noble/hashes/utils.js'
import { createSignInError } from '../../errors/sign-in-error.js'
import { judgeEvmError } from '../node-verdict.js'
import { askNode, type RpcSource, readRpcError } from '../rpc.js'
import { readAddress, readBytes, word } from './abi.js'
import { type Delegated, delegationCode, isUsable, readDelegated } from './delegated.js'

/** The end of a wrapped signature of an account that is not deployed (ERC-6492). */
const WRAPPER_MAGIC = '6492649264926492649264926492649264926492649264926492649264926492'

/**
 * Code that runs inside one eth_call without being deployed, and answers 1 or 0. After the code come, as words, the
 * account, the factory (0 for none), the length of the factory's calldata and the length of the account's calldata;
 * then both calldatas.
 *
 *   00 CODECOPY(0, 0x4e, CODESIZE - 0x4e)
 *   09 if factory: CALL(GAS, factory, 0, 0x80, factoryLength, 0, 0); its result is ignored
 *   21 STATICCALL(GAS, account, 0x80 + factoryLength, accountLength, 0, 0x20)
 *   34 success AND RETURNDATASIZE > 31 AND word == 0x1626ba7e followed by zeros
 *   46 RETURN that
 *
 * The code copies only one word of the account's answer, however long the answer is. It keeps 1/64 of the gas for its
 * own answer, however much the account burns (EIP-150).
 */
const CHECKER =
  '604e3803604e6000396020511560215760006000604051608060006020515af1505b602060006060516040516080016000515afa601f3d1116600051631626ba7e60e01b141660005260206000f3'

const [YES, NO] = [`0x${word(1)}`, `0x${word(0)}`]

/** isValidSignature(bytes32,bytes) (ERC-1271). */
const IS_VALID_SIGNATURE = '1626ba7e'

/** The longest signature that we send to a node, in bytes: passkey and multisig signatures have a few thousand. */
export const MAX_SIGNATURE = 16_384

interface Wrapped {
  factory: string
  factoryCalldata: Uint8Array
  signature: Uint8Array
}

/** Reads an ERC-6492 wrapper: abi.encode(factory, calldata, signature) and the magic word. Null for anything else. */
function readWrapper(signature: Uint8Array): Wrapped | null {
  if (bytesToHex(signature.subarray(-32)) !== WRAPPER_MAGIC) return null
  const data = signature.subarray(0, -32)
  const factory = readAddress(data, 0)
  const factoryCalldata = readBytes(data, 32)
  const inner = readBytes(data, 64)
  if (data.length < 96 || !factory || !factoryCalldata || !inner) return null
  return { factory, factoryCalldata, signature: inner }
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

/** A question to an account, in hex digits without a prefix unless a line says otherwise. */
interface Question {
  /** 0x and 40 digits. */
  address: string
  digest: Uint8Array
  signature: Uint8Array
  /** A call that must run first: its address and calldata. */
  before?: { to: string; calldata: Uint8Array }
  /** The code that the account is assumed to have. */
  code?: string
}

/** Runs an account's isValidSignature inside one eth_call. */
async function ask(question: Question, rpc: RpcSource, signal: AbortSignal): Promise<boolean> {
  const { address, before, code } = question
  const calldata = encodeCheck(question.digest, question.signature)
  const account = address.slice(2).toLowerCase().padStart(64, '0')
  const called = before ? bytesToHex(before.calldata) : ''
  const to = before ? before.to.padStart(64, '0') : word(0)
  const data = `0x${CHECKER}${account}${to}${word(called.length / 2)}${word(calldata.length / 2)}${called}${calldata}`
  const parameters: unknown[] = [{ data }, 'latest']
  if (code) parameters.push({ [address]: { code } })
  try {
    const answer = await askNode(rpc, 'eth_call', parameters, signal)
    if (answer === YES || answer === NO) return answer === YES
    // The code gives no other answer, so this node has not run it.
    throw createSignInError('rpc_failed', 'the answer to eth_call is not well formed')
  } catch (error) {
    const rpcError = readRpcError(error)
    if (!rpcError) throw error
    if (judgeEvmError(rpcError) === 'refused') return false
    throw createSignInError('rpc_failed', '', { cause: error })
  }
}

/** Reads a value that every node has. @throws WalletError `rpc_failed` */
async function read(method: string, address: string, rpc: RpcSource, signal: AbortSignal): Promise<string> {
  try {
    const answer = await askNode(rpc, method, [address, 'latest'], signal)
    if (typeof answer === 'string' && /^0x[0-9a-f]*$/i.test(answer)) return answer
  } catch (cause) {
    if (!readRpcError(cause)) throw cause
  }
  throw createSignInError('rpc_failed', `${method} was not answered`)
}

/** Asks an account that has delegated to a contract, or would delegate (ERC-8010). */
async function askDelegated(
  { address, chainId, digest }: ContractCheck,
  delegated: Delegated,
  rpc: RpcSource,
  signal: AbortSignal,
): Promise<boolean> {
  const { signature, delegate, to, calldata } = delegated
  const standing = await read('eth_getCode', address, rpc, signal)
  // If the account has code now, ask that code: it may have delegated to another contract since.
  if (standing !== '0x') return ask({ address, digest, signature }, rpc, signal)
  const count = await read('eth_getTransactionCount', address, rpc, signal)
  if (count === '0x') throw createSignInError('rpc_failed', 'eth_getTransactionCount was not answered')
  const nonce = BigInt(count)
  if (!isUsable(delegated, { address, chainId, nonce })) return false
  const code = delegationCode(delegate)
  return ask(
    { address, digest, signature, code, ...(calldata.length > 0 && { before: { to, calldata } }) },
    rpc,
    signal,
  )
}

/** A signature, and the account that is said to have made it. */
export interface ContractCheck {
  address: string
  /** CAIP-2. */
  chainId: string
  digest: Uint8Array
  signature: Uint8Array
}

/**
 * Asks a contract account whether a signature is its own: by ERC-1271 when it is deployed, by ERC-6492 when it is not
 * yet deployed, by ERC-8010 when a key's account has not delegated to it yet. It uses only eth_call and reads, and
 * never sends a transaction. An account that nests its signers' messages (ERC-7739) unwraps them itself.
 *
 * @throws WalletError `rpc_failed`
 */
export async function isContractSignature(
  check: ContractCheck,
  rpc: RpcSource,
  signal: AbortSignal,
): Promise<boolean> {
  const { address, digest } = check
  if (check.signature.length > MAX_SIGNATURE) return false
  const delegated = readDelegated(check.signature)
  if (delegated) return askDelegated(check, delegated, rpc, signal)
  const wrapper = readWrapper(check.signature)
  const signature = wrapper?.signature ?? check.signature
  if (await ask({ address, digest, signature }, rpc, signal)) return true
  if (!wrapper) return false
  const before = { to: wrapper.factory, calldata: wrapper.factoryCalldata }
  return ask({ address, digest, signature, before }, rpc, signal)
}
