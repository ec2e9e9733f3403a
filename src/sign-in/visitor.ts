import { ANONYMOUS, type Auth } from '../client/sign-in-state.js'
import type { Connection } from '../client/state.js'
import type { SignInDetail, WalletClient } from '../client/wallet-client.js'
import { toWalletError } from '../errors/normalise.js'
import type { WalletError } from '../errors/wallet-error.js'
import type { OnePromptProof } from '../protocol/one-prompt.js'
import type { ServerSession } from './server-session.js'

/** Tracks who is signed in, in the client's state and by its events. */
export interface Visitor {
  /** Who is signed in; null for nobody. */
  signed: SignInDetail | null
  /** The connection whose sign-in runs. */
  signing: Connection | null
  /**
   * Finds what a wallet has signed while it connected, for a connection at a time (epoch ms); null without one that
   * fits. @throws WalletError where it is not what the page has asked for
   */
  given: ((connection: Connection, time: number) => OnePromptProof | null) | null
  /** Sets the sign-in status in the client's state. @param open whether the modal is on screen; unchanged by default */
  show(status: Auth['status'], open?: boolean, error?: WalletError | null): void
  /** Shows who is signed in, or nobody, when no sign-in runs any more. */
  showSigned(open?: boolean, error?: WalletError | null): void
  /** Records that the visitor is no longer signed in. @param endsSession whether the server must end its session */
  forget(endsSession: boolean): void
  /** Reports a failure once, whoever notices it first. @returns the failure as a WalletError */
  fail(caught: unknown): WalletError
}

/** Creates the {@link Visitor} of a client. */
export function createVisitor(client: WalletClient, server: ServerSession): Visitor {
  const reported = new WeakSet<WalletError>()
  client.on('error', ({ error }) => void reported.add(error))

  function toAuth(status: Auth['status'], error: WalletError | null): Auth {
    const { signed, signing } = visitor
    if (signed && !signing) return { status, address: signed.address, chainId: signed.chainId, error }
    if (status === 'anonymous') return error ? { ...ANONYMOUS, error } : ANONYMOUS
    return { status, address: signing?.account ?? null, chainId: signing?.chainId ?? null, error }
  }

  const visitor: Visitor = {
    signed: null,
    signing: null,
    given: null,
    show(status, open, error = null) {
      client.setAuth(toAuth(status, error), open)
    },
    showSigned(open, error) {
      visitor.show(visitor.signed ? 'signed-in' : 'anonymous', open, error)
    },
    forget(endsSession) {
      if (!visitor.signed) return
      const { address, chainId, namespace } = visitor.signed
      visitor.signed = null
      if (!visitor.signing) visitor.show('anonymous')
      client.tell('signed_out', { address, chainId, namespace, verified: false })
      if (endsSession) server.end().catch(visitor.fail)
    },
    fail(caught) {
      const error = toWalletError(caught, 'api_failed')
      if (!reported.has(error)) client.tell('error', { code: error.code, message: error.message, error })
      return error
    },
  }
  return visitor
}
