import { findNetwork } from '../../chains/networks.js'
import { WalletError } from '../../errors/wallet-error.js'
import { NativePromise } from '../../platform/natives.js'
import { isEvmAddress } from '../../protocol/evm-address.js'
import { formatUnits } from '../../protocol/units.js'
import type { Balance } from '../connector.js'
import { cleanName } from '../name-and-icon.js'
import { readFromChain } from './read-from-chain.js'
import type { EvmSessionContext } from './session-context.js'

const BALANCE_OF = '0x70a08231'
const DECIMALS = '0x313ce567'
const SYMBOL = '0x95d89b41'

/** Reads an ABI-encoded string, or the bytes32 that older tokens return. */
function readSymbol(hex: string): string {
  const bytes = Uint8Array.from(hex.slice(2).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const isString = bytes.length > 64
  const length = isString ? (bytes[63] as number) : bytes.indexOf(0)
  const start = isString ? 64 : 0
  const end = start + (length < 0 ? 32 : Math.min(length, 32))
  return cleanName(new TextDecoder().decode(bytes.slice(start, end)))
}

/** Wallets answer with hex. Anything else, such as an empty text, is not a number. */
function readNumber(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value)
  throw new TypeError('not a number in hex')
}

/**
 * Reads the native balance, or the balance of an ERC-20 token, from the page's own nodes or through the wallet.
 *
 * @param token address of an ERC-20 contract; without it the chain's own currency
 * @throws WalletError `balance_failed`
 */
export async function readBalance(context: EvmSessionContext, token?: string): Promise<Balance> {
  if (token !== undefined && !isEvmAddress(token)) {
    throw new WalletError('request_invalid', { message: 'getBalance: token is not an address' })
  }
  // The wallet may go to another chain meanwhile: a balance is in the currency of the chain that it was read on.
  const chainId = context.report.chainId
  const call = (data: string) =>
    readFromChain(context, chainId, 'eth_call', [{ to: token, data }, 'latest']) as Promise<string>
  try {
    if (token === undefined) {
      const value = readNumber(
        await readFromChain(context, chainId, 'eth_getBalance', [context.report.account, 'latest']),
      )
      const currency = findNetwork(chainId, context.getNetworks())?.nativeCurrency ?? {
        symbol: 'ETH',
        decimals: 18,
      }
      return toBalance(value, currency.decimals, currency.symbol)
    }
    const owner = context.report.account.slice(2).toLowerCase().padStart(64, '0')
    const [value, decimals, symbol] = await NativePromise.all([
      call(BALANCE_OF + owner),
      call(DECIMALS),
      // A token without a symbol has a balance too.
      call(SYMBOL).catch(() => '0x'),
    ])
    return toBalance(readNumber(value), Number(readNumber(decimals)), readSymbol(symbol))
  } catch (error) {
    throw new WalletError('balance_failed', { cause: error })
  }
}

const toBalance = (value: bigint, decimals: number, symbol: string): Balance => {
  if (!(decimals >= 0 && decimals <= 77)) throw new RangeError('decimals')
  return { value, decimals, symbol, formatted: formatUnits(value, decimals) }
}
