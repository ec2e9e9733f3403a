import { createSignInError } from '../../errors/sign-in-error.js'
import { hashPersonalMessage, readHex, recoverAddress } from '../../protocol/evm-signature.js'
import type { RpcSource } from '../rpc.js'
import { isContractSignature, MAX_SIGNATURE } from './contract-account.js'

/**
 * Checks the signature of an EVM account over a text.
 *
 * It first checks for a key's signature, without a node. If that is valid, it does not matter whether the account also
 * has code (EIP-7702, a contract that refuses), because the key could undo a contract's refusal anyway.
 *
 * @param rpc node of the message's chain; without a node contract accounts are refused
 * @throws WalletError `signature_invalid`, `rpc_failed`
 */
export async function verifyEvmSignature(
  check: { address: string; chainId: string; message: string; signature: unknown },
  rpc: RpcSource | undefined,
  signal: AbortSignal,
): Promise<void> {
  const isShort = typeof check.signature === 'string' && check.signature.length <= 2 + 2 * MAX_SIGNATURE
  const signature = isShort ? readHex(check.signature) : null
  if (!signature) throw createSignInError('signature_invalid', 'not hex, or too long')
  const digest = hashPersonalMessage(check.message)
  const { address, chainId } = check
  if (recoverAddress(digest, signature) === address) return
  if (!rpc)
    throw createSignInError('signature_invalid', 'a contract account cannot be asked: no node is configured')
  if (await isContractSignature({ address, chainId, digest, signature }, rpc, signal)) return
  throw createSignInError('signature_invalid')
}
