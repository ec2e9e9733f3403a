/** Names that visitors trust, and the rdns that the wallets announce themselves by. */
const TRUSTED: readonly (readonly [name: string, rdns: string])[] = [
  ['metamask', 'io.metamask'],
  ['rabby', 'io.rabby'],
  ['rainbow', 'me.rainbow'],
  ['okxwallet', 'com.okex.wallet'],
  ['coinbasewallet', 'com.coinbase.wallet'],
]

/** Letters of other scripts and digits that are drawn as Latin letters, and those letters. */
const DRAWN = 'аεеорсхумткԝіιѕοαν01'
const AS = 'aeeopcxymtkwiisoavol'

/** A name as the eye takes it in: small Latin letters alone. */
const toSight = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z]/g, (letter) => AS[DRAWN.indexOf(letter)] ?? '')

/**
 * Whether a wallet goes by the name of a well-known one without its rdns (EIP-6963). Anybody can announce any rdns, so that
 * this proves nothing of a wallet that has the right one.
 */
export function isLookAlike(name: string, rdns: string): boolean {
  const sight = toSight(name)
  return TRUSTED.some(
    ([trusted, own]) => sight.includes(trusted) && rdns !== own && !rdns.startsWith(`${own}.`),
  )
}
