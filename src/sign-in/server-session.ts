import { MINUTE } from '../constants.js'
import { WalletError } from '../errors/wallet-error.js'
import { now } from '../platform/natives.js'
import { isHidden } from '../platform/page.js'
import type { SignInAdapter, SignInConfig } from './adapter.js'
import { checkProof, type SentProof } from './check-proof.js'
import { createPageForm } from './form-adapter.js'
import { createNamedServer, type NamedServer } from './named-server.js'
import { type Account, askServer, askSession, ignoreNobody, isSession, type Session } from './server-call.js'

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
export interface ServerSession extends Pick<NamedServer, 'getKey' | 'getAdapter'> {
  /**
   * Asks the server who is signed in, when calls that change the session are over. What is ended meanwhile counts as ended.
   *
   * @returns null for nobody; undefined when the server does not say, or its answer cannot be read
   * @throws WalletError
   */
  read(): Promise<Session | null | undefined>
  /** Returns a nonce that no proof was sent with, when calls that change the session are over. @throws WalletError */
  askNonce(adapter: SignInAdapter): Promise<unknown>
  /** Makes the next sign-in ask the server for another nonce. */
  dropNonce(): void
  /** Takes a form's proof back when the page has given its nonce up, or hands it on. @returns whether it took the proof back */
  updateProof(): boolean
  /**
   * Lets the server check a proof. A session for another account, or one that begins too late, is ended at once; so is one
   * that begins although the call has failed. A server at `api-url` is asked for the session afterwards.
   *
   * @returns false when the session was ended at once
   * @throws WalletError `signature_invalid`, `session_not_kept`, and the server's errors
   */
  verify(sent: SentProof): Promise<boolean>
  /**
   * Ends the session.
   *
   * @param known whose session it is as far as this page knows; another page may have signed in another account since, whose
   * session stays
   * @param looks the server is asked whose session it has, before it is ended
   * @throws WalletError
   */
  end(known?: Account, looks?: boolean): Promise<unknown>
}

/**
 * Ends the server's session.
 *
 * @param known the account whose session alone is meant, where the server may have another's by now
 * @returns whether nobody is signed in any more
 * @throws WalletError also where the server does not say whose session it has: it may be another's
 */
async function endSession(adapter: SignInAdapter, known: Account | undefined): Promise<boolean> {
  const session = known && (await askSession(adapter))
  if (known && session && !isSession(session, known)) return false
  await askServer(() => adapter.signOut()).catch(ignoreNobody)
  return true
}

/**
 * Creates the {@link ServerSession}.
 *
 * @param getConfig returns the page's current configuration
 * @param onChange called when this page has changed the server's session
 */
export function createServerSession(
  getConfig: () => SignInConfig,
  onChange: () => void = () => {},
): ServerSession {
  /** The questions for the session that are open, each by the proofs that were sent before. */
  const reads: number[] = []
  const form = createPageForm(() => getConfig().form)
  const { getKey, getAdapter, getLine } = createNamedServer(getConfig, form)
  const nonces = createNonceCache()

  return {
    getKey,
    getAdapter,
    async read() {
      const line = getLine()
      const adapter = await getAdapter()
      await line.untilFree()
      const { ends, proofs } = line
      reads.push(proofs)
      try {
        const session = await askSession(adapter)
        // A sign-out that was sent meanwhile decides.
        await line.untilFree()
        // The page has named another server meanwhile, of which this one says nothing.
        if (getLine() !== line) throw new WalletError('api_failed')
        return ends === line.ends ? session : null
      } finally {
        reads.splice(reads.indexOf(proofs), 1)
      }
    },
    askNonce: (adapter) =>
      getLine()
        .untilFree()
        .then(() => nonces.ask(adapter)),
    dropNonce: nonces.drop,
    updateProof: form.updateProof,
    verify(sent) {
      const line = getLine()
      // A page's own adapter may sign in by something else than a session.
      const hasSession = typeof getKey() === 'string'
      return line.inTurn(() => {
        nonces.drop()
        return checkProof(line, sent, hasSession).finally(onChange)
      })
    },
    end(known, looks) {
      const line = getLine()
      const { last } = line
      // While this page is on screen it has seen the session last, unless it is just asking.
      const isSure = !looks && !isHidden() && !reads.includes(line.proofs)
      return line.inTurn(async () => {
        // Another account has signed in here since, and the server has ended the session before.
        if (known && line.last && line.last !== last && !isSession(line.last, known)) return
        // The server may have issued the nonce to the session that ends here, and take it from nobody else.
        nonces.drop()
        if (!(await endSession(await getAdapter(), isSure ? undefined : known))) return
        line.ends++
        onChange()
      })
    },
  }
}
