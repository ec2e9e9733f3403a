import type { ChainId } from '../../protocol/caip2.js'

/** Moves the account in use to the front of a chain's accounts, so that it stays in use; if the chain has not got it, its own first does. */
export function keepAccount(current: string | undefined, accounts: readonly string[]): string[] {
  const has = current !== undefined && accounts.includes(current)
  return has ? [current, ...accounts.filter((account) => account !== current)] : [...accounts]
}

/** An account as an event names it, with its chain if the event says so (CAIP-10). */
export interface NamedAccount {
  chainId: ChainId | null
  address: string
}

/**
 * Picks the accounts of the chain in use from an event. An account without a chain is on the chain that the event was sent on.
 *
 * @param sentOn the chain that the event was sent on
 * @returns an empty list if none is left; null if the event is about other chains
 */
export function pickAccounts(
  named: readonly NamedAccount[],
  sentOn: ChainId | null,
  { chainId, chains }: { readonly chainId: ChainId; readonly chains: readonly ChainId[] },
): string[] | null {
  // A wallet on a chain that its session does not name has to send its events on another.
  const isHere = (chain: ChainId | null) => chain === chainId || !chains.includes(chainId)
  const here = named.filter((account) => isHere(account.chainId ?? sentOn))
  if (here.length > 0) return here.map(({ address }) => address)
  return named.length === 0 && isHere(sentOn) ? [] : null
}
