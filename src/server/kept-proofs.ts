import { WalletError } from '../errors/wallet-error.js'
import type { SignInProof } from '../protocol/sign-in-proof.js'
import type { SignIn } from './sign-in.js'
import type { Store } from './store.js'

/** What accounts signed when they signed in, by session, so that they can be asked again. */
export interface KeptProofs {
  keep(session: string, proof: SignInProof): Promise<void>
  /**
   * Whether the account still stands by what it signed. A session whose proof is not there does not hold.
   *
   * @throws WalletError `rpc_failed`, `store_failed` where that cannot be told
   */
  stillHolds(session: string): Promise<boolean>
  forget(session: string): Promise<void>
}

/** Answers of an account, not of its node. */
const REFUSALS: readonly string[] = ['signature_invalid', 'account_not_deployed', 'account_mismatch']

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
        if (error instanceof WalletError && REFUSALS.includes(error.code)) return false
        throw error
      }
    },
    forget: (session) => store.remove(key(session)),
  }
}
