import { NativePromise } from '../platform/natives.js'
import type { Account } from './server-call.js'

/** What all stores of a page know of one server. */
export interface ServerLine {
  /** Runs a call that changes the session after those before it, so that an older answer cannot undo a newer one. */
  inTurn<T>(run: () => Promise<T>): Promise<T>
  /** Resolves when the calls so far are over. */
  untilFree(): Promise<unknown>
  /** How many proofs were sent. */
  proofs: number
  /** Whose proof the server has accepted last. */
  last: Account | null
  /** How often the session was ended. */
  ends: number
}

/** The {@link ServerLine} of each adapter, of each page's form, and of each `api-url`. */
const lines = new WeakMap<object, ServerLine>()
const linesByUrl = new Map<string, ServerLine>()

function createLine(): ServerLine {
  let turn: Promise<unknown> = NativePromise.resolve()
  return {
    proofs: 0,
    last: null,
    ends: 0,
    inTurn(run) {
      const done = turn.then(run)
      // The next call runs even when this one failed; its own caller gets the failure.
      turn = done.catch(() => {})
      return done
    },
    untilFree: () => turn,
  }
}

/**
 * Returns the {@link ServerLine} of what stores of one server have in common.
 *
 * @param before the line of the adapter that the page has named before: it may be another object whenever the page renders
 */
export function findLine(key: object | string, before?: ServerLine): ServerLine {
  const known = typeof key === 'string' ? linesByUrl.get(key) : lines.get(key)
  if (known) return known
  const line = before ?? createLine()
  if (typeof key === 'string') linesByUrl.set(key, line)
  else lines.set(key, line)
  return line
}
