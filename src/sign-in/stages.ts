/** The life of a sign-in in one store, as a table: stage → the stages that can follow. Any other step changes nothing. */
const TABLE = {
  out: ['moving', 'nonce'],
  moving: ['nonce', 'out'],
  nonce: ['signing', 'blocked', 'verifying', 'out'],
  signing: ['blocked', 'verifying', 'out'],
  blocked: ['signing', 'verifying', 'out'],
  verifying: ['blocked', 'in', 'out'],
  in: ['moving', 'nonce', 'out'],
} as const

/**
 * How far a store's sign-in is. `out`: nobody has signed in; `moving`: the wallet changes to a chain of the page, and its account may change
 * with it; `nonce`: the server is asked for a nonce; `signing`: the wallet asks the visitor; `blocked`: the wallet's window
 * needs a click; `verifying`: the server checks what was signed; `in`: the server has the store's session.
 */
export type Stage = keyof typeof TABLE

/** The stages of a sign-in that runs. In `out` or `in` a store is without one: which, its server's ledger knows. */
export type RunStage = Exclude<Stage, 'out' | 'in'>

/** The next stage; the same stage when the table does not have the step. */
export const goOn = <Next extends Stage>(stage: Stage, next: Next): Next =>
  ((TABLE[stage] as readonly Stage[]).includes(next) ? next : stage) as Next

/** Whether a sign-in ends with its wallet's session. In the other stages the wallet has a request, which the client ends and reports. */
export const endsWithSession = (stage: Stage): boolean => stage !== 'moving' && stage !== 'signing'
