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

/** A domain with a character that nobody sees: without the character it would read as somebody else's. */
const isDisguised = (name: unknown): boolean => /\..*\p{Cf}|\p{Cf}.*\./u.test(String(name))

/** Keeps the name and picture of an account that can be shown. Anybody may have written them. */
export function cleanAccountName(value: unknown): AccountName {
  const given = typeof value === 'string' ? value : readField(value, 'name')
  const picture = readField(value, 'picture')
  const name = isDisguised(given) ? '' : cleanName(given)
  return { ...(name && { name }), ...(isPicture(picture) && { picture }) }
}
