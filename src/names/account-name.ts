import { cleanName } from '../connectors/name-and-icon.js'
import { readField } from '../errors/normalise.js'
import { isImageAddress } from '../protocol/web-address.js'

/** The name and picture by which people know an account. */
export interface AccountName {
  /** At most 64 characters of plain text. */
  name?: string
  /** Address of a picture: https, or a `data:image/…`. */
  picture?: string
}

/**
 * A page's own reader of names. It returns the name of an account, or name and picture, or nothing.
 *
 * @param address EIP-55 address, or `0x` and 64 hex digits on Starknet
 * @param chainId CAIP-2 id of the chain in use
 */
export type ResolveName = (
  address: string,
  chainId: string,
) => AccountName | string | null | undefined | Promise<AccountName | string | null | undefined>

/** Whether a picture is safe to show: an https address or a data URI. */
const isPicture = (value: unknown): value is string => isImageAddress(value) && !/^http:/i.test(value)

const countUnseen = (text: string): number => text.match(/\p{Cf}/gu)?.length ?? 0

/** Whether a domain has lost a character that nobody sees: it now reads as somebody else's. An emoji keeps its joiners. */
const isDisguised = (given: unknown, shown: string): boolean =>
  typeof given === 'string' && given.includes('.') && countUnseen(given) > countUnseen(shown)

/** Keeps the name and picture of an account that can be shown. Anybody may have written them. */
export function cleanAccountName(value: unknown): AccountName {
  const given = typeof value === 'string' ? value : readField(value, 'name')
  const picture = readField(value, 'picture')
  const shown = cleanName(given)
  const name = isDisguised(given, shown) ? '' : shown
  return { ...(name && { name }), ...(isPicture(picture) && { picture }) }
}
