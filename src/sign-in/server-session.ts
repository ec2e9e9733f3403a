import { createSignInError } from '../errors/sign-in-error.js'
import { WalletError } from '../errors/wallet-error.js'
import { loadChunk } from '../platform/chunks.js'
import { NativePromise } from '../platform/natives.js'
import type { SignInProof } from '../protocol/sign-in-proof.js'
import type { SignInAdapter, SignInConfig } from './adapter.js'
import { createFormAdapter } from './form-adapter.js'
import type { ProofTarget } from './form-proof.js'
import { createNonceCache } from './nonce-cache.js'
import { askServer, isSameAccount } from './server-call.js'

/** The page's server and the session it keeps. */
export interface ServerSession {
  /** The page's own adapter, else that of `api-url`. @throws WalletError `config_invalid`, `asset_integrity` */
  getAdapter(): Promise<SignInAdapter>
  /** A nonce that no proof was sent with. @throws WalletError */
  askNonce(adapter: SignInAdapter): Promise<unknown>
  /**
   * Has the server check a proof. A session that is for another account, or comes too late, is ended again at once.
   *
   * @param signal aborted when the sign-in is called off: nothing is sent any more
   * @param isWanted whether the account that has signed is still connected
   * @returns false where the session was ended again
   * @throws WalletError `signature_invalid` and what the server says
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

/** Creates the {@link ServerSession}. @param getConfig the page's configuration as it is now */
export function createServerSession(getConfig: () => SignInConfig): ServerSession {
  let api: { url: string; adapter: Promise<SignInAdapter> } | null = null
  let queue: Promise<unknown> = NativePromise.resolve()
  let page: { nonce: string; adapter: SignInAdapter } | null = null
  const nonces = createNonceCache()

  /** One adapter for each nonce: what was fetched ahead is kept by its adapter. */
  function getFormAdapter(form: ProofTarget): SignInAdapter {
    if (page?.nonce !== form.nonce) {
      // The control of the form that is asked for the proof then may be another one.
      const adapter = createFormAdapter(form.nonce, (proof) => getConfig().form?.take(proof))
      page = { nonce: form.nonce, adapter }
    }
    return page.adapter
  }

  async function getAdapter(): Promise<SignInAdapter> {
    const { signInAdapter, apiUrl, form } = getConfig()
    if (form) return getFormAdapter(form)
    if (signInAdapter) return signInAdapter
    if (!apiUrl) {
      throw new WalletError('config_invalid', {
        message: 'To sign in, set the attribute api-url or the property signInAdapter',
      })
    }
    if (api?.url !== apiUrl) {
      const load = loadChunk('sign-in/api-adapter', () => import('./api-adapter.js'))
      const adapter = load.then(({ createApiAdapter }) => createApiAdapter(apiUrl))
      api = { url: apiUrl, adapter }
      // Whoever waits for the adapter hears of the failure; here it only makes room for the next try.
      adapter.catch(() => {
        api = null
      })
    }
    return api.adapter
  }

  /** Calls that change the session run one after the other, so that an older answer undoes no newer one. */
  function inTurn<T>(run: () => Promise<T>): Promise<T> {
    const done = queue.then(run)
    // The next call runs whether this one failed or not; its caller hears of the failure.
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
    // The visitor does not count as signed in, whether the server hears of it or not.
    await askServer(() => adapter.signOut()).catch(() => {})
    return false
  }

  return {
    getAdapter,
    askNonce: nonces.ask,
    verify: (...args) => inTurn(() => check(...args)),
    end: () =>
      inTurn(async () => {
        const adapter = await getAdapter()
        return askServer(() => adapter.signOut())
      }),
  }
}
