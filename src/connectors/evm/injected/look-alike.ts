/** Names that visitors trust, with the rdns that these wallets announce. */
const TRUSTED: readonly (readonly [name: string, rdns: string])[] = [
  ['metamask', 'io.metamask'],
  ['rabby', 'io.rabby'],
  ['rainbow', 'me.rainbow'],
  ['okxwallet', 'com.okex.wallet'],
  ['coinbasewallet', 'com.coinbase.wallet'],
]

/** Matches a name that contains one of the trusted names. */
const NAMES = new RegExp(TRUSTED.map(([name]) => name).join('|'))

/** Digits and small letters of other scripts that look like Latin letters, or whose capitals do, and those Latin letters. */
const DRAWN = 'аεеорсхумткԝіιѕοαν01μτκρβζηυχвнјԛıłɑɡѵϲոօս'
const AS = 'aeeopcxymtkwiisoavolmtkpbzhyxbhjqilagvcnou'

/** Reduces a name to what the eye sees: small Latin letters. The engine's tables are slow at first, and ASCII needs none. */
const toSight = (name: string): string =>
  (/[^ -~]/.test(name) ? name.normalize('NFKD') : name)
    .toLowerCase()
    .replace(/[^a-z]/g, (letter) => AS[DRAWN.indexOf(letter)] ?? '')

/**
 * Whether a wallet uses the name of a well-known wallet without its rdns (EIP-6963). Anybody can announce any rdns, so
 * a wallet with the right rdns is not proven genuine.
 */
export function isLookAlike(name: string, rdns: string): boolean {
  const sight = toSight(name)
  // Hardly any wallet gets further.
  if (!NAMES.test(sight)) return false
  return TRUSTED.some(
    ([trusted, own]) => sight.includes(trusted) && rdns !== own && !rdns.startsWith(`${own}.`),
  )
}
