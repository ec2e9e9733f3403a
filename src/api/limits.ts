import { KIB } from '../constants.js'

/** Longest wait for the answer to a query, in ms. */
export const QUERY_TIMEOUT = 15_000
/** Longest wait for the answer to a mutation, in ms. */
export const MUTATION_TIMEOUT = 30_000

/** How often a query is sent at most, where sending it again is allowed at all. */
export const MAX_ATTEMPTS = 4

/** Largest answer that is read, and largest request that is sent, in bytes. */
export const MAX_API_BODY = KIB * KIB

/** Longest URL of a batch, in characters: some servers and proxies refuse longer URLs. */
export const MAX_URL = 2_048

/** How often a socket is asked for a sign of life, in ms. */
export const PING_INTERVAL = 15_000
/** Longest wait for that sign, in ms; then the socket is closed and opened anew. */
export const PONG_TIMEOUT = 5_000
