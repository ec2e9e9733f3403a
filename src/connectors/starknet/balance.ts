import { readField } from '../../errors/normalise.js'
import { WalletError } from '../../errors/wallet-error.js'
import { NativePromise } from '../../platform/natives.js'
import { readFelt } from '../../protocol/felt.js'
import { decodeShortString } from '../../protocol/short-string.js'
import { parseStarknetAddress, toRpcAddress } from '../../protocol/starknet-address.js'
import { parseUint256 } from '../../protocol/starknet-answers.js'
import { formatUnits } from '../../protocol/units.js'
import type { Balance } from '../connector.js'
import { callContract, SELECTORS } from './contract-call.js'
import { isNodeError, type StarknetNode } from './node.js'
import { ETH, STRK } from './tokens.js'

/**
 * Codes by which a node says "the contract has no such function": its own code, and the code of a failed call around
 * it.
 */
const NO_ENTRYPOINT = [21, 40]

/** Reads a text that a contract returns: one short string, or a ByteArray of 31-byte words and a rest. */
function readText(answer: unknown): string {
  const felts = Array.isArray(answer) ? answer.map((item) => readFelt(item) ?? 0n) : []
  const words = felts.length > 1 ? [...felts.slice(1, -2), felts.at(-2) ?? 0n] : felts
  return words
    .map(decodeShortString)
    .join('')
    .replace(/[^\x20-\x7e]/g, '')
    .slice(0, 32)
}

/**
 * Reads the balance of a token: ETH by default, STRK by its symbol, any ERC-20 by its address.
 *
 * @param token `ETH`, `STRK` or an address
 * @throws WalletError `request_invalid` for anything else, `balance_failed` when the read fails
 */
export async function readStarknetBalance(
  node: StarknetNode,
  owner: string,
  token = 'ETH',
): Promise<Balance> {
  const named = [ETH, STRK].find(({ symbol }) => symbol === token)
  const address = named?.address ?? toRpcAddress(parseStarknetAddress(token, 'getBalance: token'))
  const known = named ?? [ETH, STRK].find((one) => one.address === address)
  const account = toRpcAddress(owner)
  try {
    const reading = callContract(node, address, SELECTORS.balanceOf, [account]).catch((error) => {
      // A contract written in Cairo 1 may only have the snake-case name.
      const code = readField(error, 'code')
      if (!isNodeError(error) || !NO_ENTRYPOINT.includes(code as number)) throw error
      return callContract(node, address, SELECTORS.balance_of, [account])
    })
    const [value, decimals, symbol] = await NativePromise.all([
      reading.then(parseUint256),
      known?.decimals ?? callContract(node, address, SELECTORS.decimals).then(readDecimals),
      known?.symbol ?? callContract(node, address, SELECTORS.symbol).then(readText, () => ''),
    ])
    return { value, decimals, symbol, formatted: formatUnits(value, decimals) }
  } catch (error) {
    throw new WalletError('balance_failed', { cause: error })
  }
}

function readDecimals(answer: unknown): number {
  const decimals = Array.isArray(answer) ? readFelt(answer[0]) : null
  if (decimals === null || decimals > 77n) throw new WalletError('balance_failed')
  return Number(decimals)
}
