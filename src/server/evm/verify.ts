import { createSignInError } from '../../errors/sign-in-error.js'
import type { RpcSource } from '../rpc.js'
import { isContractSignature, MAX_SIGNATURE } from './contract-account.js'
import { hashPersonalMessage, readHex, recoverAddress } from './signature.js'

/**
 * Checks the signature of an EVM account over a text.
 *
 * A key's signature is checked first, without a node: whether the account also has code (EIP-7702, a contract that
 * refuses) does not matter then, since a contract's refusal would fall back to the key all the same.
 *
 * @param rpc node of the message's chain; without it contract accounts are refused
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
