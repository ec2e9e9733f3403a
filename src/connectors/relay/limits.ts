/** Times that requests over the relay keep to, in ms where nothing else is said. */
export interface RelayLimits {
  /** Longest wait for the relay to take a request. The wallet has its five minutes from then on. */
  send: number
  /** A request ends just before the client's own five minutes: its timer leaves a rejection that nobody handles. */
  life: number
  /** After a sleep that outlasted a request, an answer that the relay still holds gets this long to arrive. */
  grace: number
  /** A relay that does not answer a question in this time gets a new socket. */
  probe: number
  /** Longest wait for a socket to open. */
  open: number
  /** An attempt older than this makes room for a new one when the visitor asks for something. */
  stale: number
  /** Pause before the first try after the relay was lost, then before the second; it doubles from there. */
  firstRetry: number
  retry: number
  /** Longest pause while nobody waits (specification: 30 s), and while somebody does. */
  maxRetry: number
  maxAwaitedRetry: number
  /** After a socket that stayed open this long the pause is the shortest. */
  steady: number
  /** The client's heartbeat, in seconds: what could not be sent is tried again at each beat. */
  pulse: number
}

/** The times that pages keep to. */
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
