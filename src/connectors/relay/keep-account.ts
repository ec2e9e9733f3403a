/** Moves the account in use to the front of a chain's accounts, so that it stays in use; if the chain has not got it, its own first does. */
export function keepAccount(current: string | undefined, accounts: readonly string[]): string[] {
  const has = current !== undefined && accounts.includes(current)
  return has ? [current, ...accounts.filter((account) => account !== current)] : [...accounts]
}
