/**
 * The rules of RFC 3986 that a sign-in message uses, as sources of regular expressions without anchors.
 *
 * No rule repeats an ambiguous part, so matching takes linear time.
 */
const pctEncoded = '%[0-9A-Fa-f]{2}'
const unreservedAndSubDelims = "A-Za-z0-9\\-._~!$&'()*+,;="
const pchar = `(?:[${unreservedAndSubDelims}:@]|${pctEncoded})`
const scheme = '[A-Za-z][A-Za-z0-9+\\-.]*'

const decOctet = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
const ipv4 = `(?:${decOctet}\\.){3}${decOctet}`
const h16 = '[0-9A-Fa-f]{1,4}'
const ls32 = `(?:${h16}:${h16}|${ipv4})`

/** Each alternative allows one number of groups before the `::`, as in RFC 3986, section 3.2.2. */
const ipv6 = [
  `(?:${h16}:){6}${ls32}`,
  `::(?:${h16}:){5}${ls32}`,
  `(?:${h16})?::(?:${h16}:){4}${ls32}`,
  `(?:(?:${h16}:){0,1}${h16})?::(?:${h16}:){3}${ls32}`,
  `(?:(?:${h16}:){0,2}${h16})?::(?:${h16}:){2}${ls32}`,
  `(?:(?:${h16}:){0,3}${h16})?::${h16}:${ls32}`,
  `(?:(?:${h16}:){0,4}${h16})?::${ls32}`,
  `(?:(?:${h16}:){0,5}${h16})?::${h16}`,
  `(?:(?:${h16}:){0,6}${h16})?::`,
].join('|')

const ipLiteral = `\\[(?:${ipv6}|[vV][0-9A-Fa-f]+\\.[${unreservedAndSubDelims}:]+)\\]`
const regName = `(?:[${unreservedAndSubDelims}]|${pctEncoded})*`
const authority = `(?:(?:[${unreservedAndSubDelims}:]|${pctEncoded})*@)?(?:${ipLiteral}|${regName})(?::[0-9]*)?`
const hierPart = `(?://${authority}(?:/${pchar}*)*|/(?:${pchar}+(?:/${pchar}*)*)?|${pchar}+(?:/${pchar}*)*|)`
const tail = `(?:${pchar}|[/?])*`

const whole = (source: string): ((text: string) => boolean) => {
  const pattern = new RegExp(`^(?:${source})$`)
  return (text) => pattern.test(text)
}

const matchesAuthority = whole(authority)

/** Whether a text is an RFC 3986 authority with a host: `[userinfo@]host[:port]`. */
export const isAuthority = (text: string): boolean =>
  matchesAuthority(text) && !/^(?::|$)/.test(text.slice(text.indexOf('@') + 1))

/** Whether a text is an RFC 3986 URI: absolute, with its scheme. */
export const isUri = whole(`${scheme}:${hierPart}(?:\\?${tail})?(?:#${tail})?`)

/** Whether a text is an RFC 3986 scheme. */
export const isScheme = whole(scheme)

/** Whether a text consists of RFC 3986 pchars; an empty text does. */
export const isPchars = whole(`${pchar}*`)

/** Whether a text consists of reserved and unreserved characters and spaces; an empty text does. */
export const isStatement = whole("[A-Za-z0-9\\-._~:/?#[\\]@!$&'()*+,;= ]*")
