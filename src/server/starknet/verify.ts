import { createSignInError } from '../../errors/sign-in-error.js'
import { readFelt, toFeltHex } from '../../protocol/felt.js'
import type { SignInTypedData } from '../../protocol/sign-in-starknet.js'
import { toRpcAddress } from '../../protocol/starknet-address.js'
import { parseStarknetSignature } from '../../protocol/starknet-answers.js'
import { judgeStarknetError } from '../node-verdict.js'
import { askNode, type RpcSource, readRpcError } from '../rpc.js'
import { loadStarknet, type StarknetLibrary } from './library.js'
import { verifyUndeployed } from './undeployed.js'

/** The longest signature of an account, in felts: a passkey's has one for each byte of what the browser has signed. */
const MAX_ACCOUNT_SIGNATURE = 1_024

/** The short string VALID (SNIP-6). */
const VALID = 0x56414c4944n

/**
 * Checks the signature of a Starknet account over typed data.
 *
 * It asks the account itself (SNIP-6, read-only). Only VALID counts, and the 1 of accounts older than SNIP-6. It uses
 * the deployment data only when the node says that the account does not exist.
 *
 * @throws WalletError `signature_invalid`, `account_not_deployed`, `account_mismatch`, `rpc_failed`
 */
export async function verifyStarknetSignature(
  check: { address: string; typedData: SignInTypedData; signature: unknown; deployment: unknown },
  rpc: RpcSource | undefined,
  signal: AbortSignal,
): Promise<void> {
  const signature = parseStarknetSignature(check.signature, MAX_ACCOUNT_SIGNATURE)
  if (!rpc) throw createSignInError('rpc_failed', 'no node is configured for this network')
  const library = await loadStarknet()
  const messageHash = hashMessage(library, check.typedData, check.address)

  const calldata = [messageHash, toFeltHex(BigInt(signature.length)), ...signature].map((felt) =>
    toFeltHex(BigInt(felt)),
  )
  for (const name of ['is_valid_signature', 'isValidSignature']) {
    const request = {
      contract_address: toRpcAddress(check.address),
      entry_point_selector: library.hash.getSelectorFromName(name),
      calldata,
    }
    try {
      const answer = await askNode(rpc, 'starknet_call', { request, block_id: 'latest' }, signal)
      const felts = Array.isArray(answer) ? answer.map(readFelt) : [null]
      // A contract answers with felts, so this is not the contract's answer.
      if (felts.includes(null))
        throw createSignInError('rpc_failed', 'the answer to starknet_call is not well formed')
      if (felts.length === 1 && (felts[0] === VALID || felts[0] === 1n)) return
      throw createSignInError('signature_invalid')
    } catch (error) {
      const rpcError = readRpcError(error)
      if (!rpcError) throw error
      const verdict = judgeStarknetError(rpcError)
      if (verdict === 'absent') return verifyUndeployed(library, { ...check, messageHash, signature })
      if (verdict === 'no_entrypoint') continue
      const code = verdict === 'refused' ? 'signature_invalid' : 'rpc_failed'
      throw createSignInError(code, '', { cause: error })
    }
  }
  throw createSignInError('signature_invalid', 'the contract is not an account')
}

/** The hash that the account signed (SNIP-12). */
function hashMessage({ typedData }: StarknetLibrary, message: SignInTypedData, address: string): string {
  try {
    return typedData.getMessageHash(message as never, address)
  } catch (cause) {
    throw createSignInError('message_invalid', '', { cause })
  }
}
