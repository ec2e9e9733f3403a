import { WalletError } from '../errors/wallet-error.js'
import { isImageAddress, isWebAddress } from '../protocol/web-address.js'
import type { AddChainParams } from './requests.js'

/** Copies a list of addresses, so that we send what we have checked; null when any of them is refused. */
function copyAddresses(
  value: unknown,
  fits: (address: unknown) => address is string = isWebAddress,
): string[] | null {
  if (!Array.isArray(value)) return null
  const copy: unknown[] = [...value]
  return copy.every(fits) ? copy : null
}

export const invalidChain = (field: string): WalletError =>
  new WalletError('request_invalid', { message: `addChain: ${field} is missing or not valid` })

function readText(value: unknown, field: string, longest: number): string {
  if (typeof value === 'string' && value !== '' && value.length <= longest) return value
  throw invalidChain(field)
}

function readUrls(urls: unknown, field: string, fits?: typeof isImageAddress): string[] {
  const copy = urls === undefined || urls === null ? [] : copyAddresses(urls, fits)
  if (!copy) throw invalidChain(field)
  return copy
}

/**
 * Checks what both families want of a chain that is offered to a wallet: a name, nodes and block explorers over https (http on this
 * machine), icons likewise or as `data:image/…`, and a currency of 1 to 11 characters and 0 to 36 decimals. An address must not contain a
 * user or a password.
 *
 * @param longest the longest name, in characters
 * @param currency the currency of a chain that names none
 * @throws WalletError `request_invalid` naming the field
 */
export function readChainFields(
  params: AddChainParams,
  longest: number,
  currency: { name: string; symbol: string; decimals: number },
) {
  const { name, symbol, decimals } = params.nativeCurrency ?? currency
  const fields = {
    chainName: readText(params.chainName, 'chainName', longest),
    rpcUrls: readUrls(params.rpcUrls, 'rpcUrls'),
    nativeCurrency: {
      name: readText(name, 'nativeCurrency.name', longest),
      symbol: readText(symbol, 'nativeCurrency.symbol', 11),
      decimals,
    },
    blockExplorerUrls: readUrls(params.blockExplorerUrls, 'blockExplorerUrls'),
    iconUrls: readUrls(params.iconUrls, 'iconUrls', isImageAddress),
  }
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 36)
    throw invalidChain('nativeCurrency.decimals')
  return fields
}
