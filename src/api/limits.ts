/** Longest wait for an answer, in ms. */
export const QUERY_TIMEOUT = 15_000
export const MUTATION_TIMEOUT = 30_000

/** How often a query is sent at most, where sending it again is allowed at all. */
export const MAX_ATTEMPTS = 4

/** Largest answer that is read, and largest request that is sent, in bytes. */
export const MAX_BODY = 1_024 * 1_024

/** Longest URL of a batch: some servers and proxies take no longer ones. */
export const MAX_URL = 2_048

/** A ping this often over a socket, and this long for its answer, in ms; then it is closed and opened anew. */
export const PING_INTERVAL = 15_000
export const PONG_TIMEOUT = 5_000
