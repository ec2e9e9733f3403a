/** Time limits of requests over the relay, in ms unless a line says otherwise. */
export interface RelayLimits {
  /** Longest wait until the relay accepts a request. From then on the wallet has its five minutes. */
  send: number
  /**
   * A request ends shortly before the client's own five minutes, because the client's timer rejects a promise that
   * nobody handles.
   */
  life: number
  /** When a device slept longer than a request lives, an answer that the relay still has may take this long to arrive. */
  grace: number
  /** A relay that does not answer a probe in this time gets a new socket. */
  probe: number
  /** Longest wait for a socket to open. */
  open: number
  /** When the visitor asks for something, an attempt older than this is replaced by a new attempt. */
  stale: number
  /** Pause before the first try after the relay was lost, then before the second; from there on it doubles. */
  firstRetry: number
  retry: number
  /** Longest pause while nobody waits (specification: 30 s), and while somebody waits. */
  maxRetry: number
  maxAwaitedRetry: number
  /** After a socket stayed open this long, the next pause is the shortest again. */
  steady: number
  /** The client's heartbeat, in seconds: at each beat it tries again to send what it could not send. */
  pulse: number
}

/** The limits that pages use; tests use shorter limits. */
export const RELAY_LIMITS: RelayLimits = {
  send: 15_000,
  life: 299_000,
  grace: 2_000,
  probe: 4_000,
  open: 8_000,
  stale: 1_000,
  firstRetry: 100,
  retry: 1_000,
  maxRetry: 30_000,
  maxAwaitedRetry: 2_000,
  steady: 10_000,
  pulse: 5,
}

/** Longest wait until the relay has the message that a session has ended, in ms. */
export const END_TIMEOUT = 900

/** The protocol's ids of requests are epoch microseconds: this many of them are a millisecond. */
export const IDS_PER_MS = 1_000

/** How long the sign-in of a code waits for its part, in ms. Later the wallet is asked to connect only. */
export const SIGN_IN_PART_TIMEOUT = 500
