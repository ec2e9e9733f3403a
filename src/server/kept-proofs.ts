import { WalletError } from '../errors/wallet-error.js'
import type { SignInProof } from '../protocol/sign-in-proof.js'
import type { SignIn } from './sign-in.js'
import type { Store } from './store.js'

/** Stores what accounts signed when they signed in, by session, so that the accounts can be asked again. */
export interface KeptProofs {
  keep(session: string, proof: SignInProof): Promise<void>
  /**
   * Whether the account still accepts its signature. A session without a stored proof is not valid.
   *
   * @throws WalletError `rpc_failed`, `store_failed` when that cannot be determined
   */
  stillHolds(session: string): Promise<boolean>
  forget(session: string): Promise<void>
}

/** @param lifetime of a session, in ms */
export function createKeptProofs(store: Store, signIn: SignIn, lifetime: number): KeptProofs {
  const key = (session: string) => `proof:${session}`
  return {
    async keep(session, { namespace, chainId, address, message, signature, deployment }) {
      const proof = { namespace, chainId, address, message, signature, deployment }
      await store.write(key(session), JSON.stringify(proof), lifetime)
    },
    async stillHolds(session) {
      const kept = await store.read(key(session))
      if (kept === null) return false
      try {
        await signIn.revalidate(JSON.parse(kept) as SignInProof)
        return true
      } catch (error) {
        // The account's own refusal. Everything else is trouble of the node or of the site.
        if (error instanceof WalletError && error.code === 'signature_invalid') return false
        throw error
      }
    },
    forget: (session) => store.remove(key(session)),
  }
}
