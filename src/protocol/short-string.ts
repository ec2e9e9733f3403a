/** The longest short string, in characters, because a felt holds 31 bytes (specification). */
export const MAX_SHORT_STRING = 31

/** Whether a text begins like hex, even with other characters after it. Such a text is never a short string. */
const isHexLike = (text: string): boolean => /^0x/i.test(text)

const isIntegerLike = (text: string): boolean => /^-?[0-9]+$/.test(text)

/**
 * Why a text is not a short string (1 to 31 ASCII characters, neither hex nor an integer), in the specification's words; null
 * when it is one.
 */
export function findShortStringFault(value: unknown): string | null {
  if (typeof value !== 'string') return 'The short string should be a text'
  if (value === '') return 'The short string cannot be empty'
  if (value.length > MAX_SHORT_STRING) return 'The short string cannot exceed 31 characters'
  if (isHexLike(value)) return 'The short string should not be a hex string'
  if (isIntegerLike(value)) return 'The short string should not be an integer string'
  // NUL is refused too: at the front of a text it would disappear in the felt.
  for (const character of value) {
    const code = character.codePointAt(0) as number
    if (code === 0 || code > 0x7f) return 'The short string should have ASCII characters only'
  }
  return null
}

/** The felt of a short string, with its first byte highest. The caller has checked the text. */
export function encodeShortString(text: string): bigint {
  let felt = 0n
  for (const character of text) felt = (felt << 8n) | BigInt(character.charCodeAt(0))
  return felt
}

/** The text of a felt; the inverse of {@link encodeShortString}. */
export function decodeShortString(felt: bigint): string {
  let text = ''
  for (let rest = felt; rest > 0n; rest >>= 8n) text = String.fromCharCode(Number(rest & 0xffn)) + text
  return text
}
