import { MINUTE } from '../constants.js'
import { createSignInError } from '../errors/sign-in-error.js'
import { WalletError } from '../errors/wallet-error.js'
import { createPart } from '../platform/chunks.js'
import { NativePromise, now } from '../platform/natives.js'
import type { SignInProof } from '../protocol/sign-in-proof.js'
import type { SignInAdapter, SignInConfig } from './adapter.js'
import { createPageForm } from './form-adapter.js'
import { askServer, isSameAccount } from './server-call.js'

const API_ADAPTER = createPart(() => import('./api-adapter.js'))

/**
 * How long we keep an unused nonce, in ms: servers keep it for ten minutes, and the visitor needs some of that time.
 */
const NONCE_FRESH = 4 * MINUTE

/** Keeps the nonce that was fetched ahead, until a proof with it is sent. */
interface NonceCache {
  /** Returns the unused nonce of this adapter, and fetches it if necessary. @throws WalletError */
  ask(adapter: SignInAdapter): Promise<unknown>
  /** Drops the nonce, because it is used or cannot be used: the next sign-in needs another. */
  drop(): void
}

/** Creates the {@link NonceCache} of a client. */
function createNonceCache(): NonceCache {
  let spare: { adapter: SignInAdapter; answer: Promise<unknown>; at: number } | null = null
  return {
    ask(adapter) {
      if (spare?.adapter === adapter && Math.abs(now() - spare.at) < NONCE_FRESH) return spare.answer
      const own = { adapter, answer: askServer<unknown>(() => adapter.getNonce()), at: now() }
      // Everybody who waits for the answer gets the failure. Here it only allows the next try.
      own.answer.catch(() => {
        if (spare === own) spare = null
      })
      spare = own
      return own.answer
    },
    drop() {
      spare = null
    },
  }
}

/** The page's server and its session. */
export interface ServerSession {
  /**
   * What the stores that share the server's session have in common: the page's own adapter, else `api-url`. Undefined
   * without a server: a form has no session.
   */
  getKey(): unknown
  /**
   * Returns the page's own adapter, else the adapter of `api-url`. @throws WalletError `config_invalid`,
   * `asset_integrity`
   */
  getAdapter(): Promise<SignInAdapter>
  /** Returns a nonce that no proof was sent with, when calls that change the session are over. @throws WalletError */
  askNonce(adapter: SignInAdapter): Promise<unknown>
  /** Makes the next sign-in ask the server for another nonce. */
  dropNonce(): void
  /** Takes a form's proof back when the page has given its nonce up, or hands it on. @returns whether it took the proof back */
  updateProof(): boolean
  /**
   * Lets the server check a proof. A session for another account, or one that begins too late, is ended at once.
   *
   * @param signal aborted when the sign-in is cancelled: nothing is sent any more
   * @param isWanted whether the account that has signed is still connected
   * @returns false when the session was ended at once
   * @throws WalletError `signature_invalid` and the server's errors
   */
  verify(
    adapter: SignInAdapter,
    proof: SignInProof,
    signal: AbortSignal,
    isWanted: () => boolean,
  ): Promise<boolean>
  /** Ends the session. @throws WalletError */
  end(): Promise<unknown>
}

/** Creates the {@link ServerSession}. @param getConfig returns the page's current configuration */
export function createServerSession(getConfig: () => SignInConfig): ServerSession {
  let api: { url: string; adapter: Promise<SignInAdapter> } | null = null
  let queue: Promise<unknown> = NativePromise.resolve()
  const form = createPageForm(() => getConfig().form)
  const nonces = createNonceCache()

  async function getAdapter(): Promise<SignInAdapter> {
    const { signInAdapter, apiUrl, form: target } = getConfig()
    if (target) return form.getAdapter(target)
    if (signInAdapter) return signInAdapter
    if (!apiUrl) {
      throw new WalletError('config_invalid', {
        message: 'To sign in, set the attribute api-url or the property signInAdapter',
      })
    }
    if (api?.url !== apiUrl) {
      const adapter = API_ADAPTER.load().then(({ createApiAdapter }) => createApiAdapter(apiUrl))
      api = { url: apiUrl, adapter }
      // Everybody who waits for the adapter gets the failure. Here it only allows the next try.
      adapter.catch(() => {
        api = null
      })
    }
    return api.adapter
  }

  /** Calls that change the session run one after the other, so that an older answer cannot undo a newer one. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = queue.then(run)
    // The next call runs even when this one failed; its own caller gets the failure.
    queue = done.catch(() => {})
    return done
  }

  async function check(
    adapter: SignInAdapter,
    proof: SignInProof,
    signal: AbortSignal,
    isWanted: () => boolean,
  ): Promise<boolean> {
    nonces.drop()
    // Nobody waits for the answer any more, and the server has no new session.
    if (signal.aborted) return true
    const answer = await askServer(() => adapter.verify(proof))
    if (!answer) throw createSignInError('signature_invalid')
    const isOurs = answer === true || isSameAccount(proof.namespace, answer.address, proof.address)
    if (isOurs && !signal.aborted && isWanted()) return true
    // The visitor does not count as signed in, even when the server cannot be reached.
    await askServer(() => adapter.signOut()).catch(() => {})
    return false
  }

  return {
    getKey() {
      const { signInAdapter, apiUrl, form: target } = getConfig()
      return target ? undefined : (signInAdapter ?? apiUrl)
    },
    getAdapter,
    askNonce: (adapter) => queue.then(() => nonces.ask(adapter)),
    dropNonce: nonces.drop,
    updateProof: form.updateProof,
    verify: (...args) => inTurn(() => check(...args)),
    end: () =>
      inTurn(async () => {
        // The server may have issued the nonce to the session that ends here, and take it from nobody else.
        nonces.drop()
        const adapter = await getAdapter()
        return askServer(() => adapter.signOut())
      }),
  }
}
