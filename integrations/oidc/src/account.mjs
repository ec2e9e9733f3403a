/** Scopes, and the claims that each scope lets a client read. */
export const CLAIMS = {
  openid: ['sub'],
  profile: ['name', 'preferred_username', 'picture'],
  wallet: ['wallet_address', 'wallet_chain', 'wallet_namespace'],
}

/** The text of each scope for a visitor who is asked for consent. */
export const SCOPE_TEXTS = {
  openid: 'Know your account’s address and network',
  profile: 'See your account’s name and picture, where it has them',
  wallet: 'See your account’s address and network as separate values',
  offline_access: 'Stay signed in while you are away',
}

/** The parts of a subject, which is a CAIP-10 id: `eip155:1:0xAb…`, `starknet:SN_MAIN:0x0…`. Null for anything else. */
export function readSubject(subject) {
  const [namespace, reference, address, ...more] = String(subject).split(':')
  const isKnown = namespace === 'eip155' || namespace === 'starknet'
  return isKnown && reference && address && more.length === 0
    ? { namespace, chainId: `${namespace}:${reference}`, address }
    : null
}

export const shorten = (address) => `${address.slice(0, 6)}…${address.slice(-4)}`

/**
 * Creates `findAccount` for oidc-provider. Nothing is stored about an account: all claims follow from its id.
 *
 * @param {(address: string, chainId: string) => Promise<{ name?: string, picture?: string } | null>} resolveName ENS,
 *   Starknet names, or any other source; when it fails, the account has no name
 */
export const createFindAccount = (resolveName) => async (_ctx, subject) => {
  const account = readSubject(subject)
  if (!account) return undefined
  return {
    accountId: subject,
    async claims(_use, scope = '') {
      const { namespace, chainId, address } = account
      const base = {
        sub: subject,
        wallet_address: address,
        wallet_chain: chainId,
        wallet_namespace: namespace,
      }
      if (!scope.split(' ').includes('profile')) return base
      // A name that cannot be read must not stop the sign-in.
      const found = await resolveName(address, chainId).catch(() => null)
      const name = found?.name
      return {
        ...base,
        preferred_username: name ?? shorten(address),
        ...(name && { name }),
        ...(found?.picture && { picture: found.picture }),
      }
    },
  }
}
