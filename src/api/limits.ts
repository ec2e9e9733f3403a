import { KIB } from '../constants.js'

/** Longest wait for the answer to a query, in ms. */
export const QUERY_TIMEOUT = 15_000
/** Longest wait for the answer to a mutation, in ms. */
export const MUTATION_TIMEOUT = 30_000

/** How often a query is sent at most, when it may be sent again at all. */
export const MAX_ATTEMPTS = 4

/** The largest answer that we read and the largest request that we send, in bytes. */
export const MAX_API_BODY = KIB * KIB

/** The longest URL of a batch, in characters: some servers and proxies refuse longer URLs. */
export const MAX_URL = 2_048

/** How often we ping a socket, in ms. */
export const PING_INTERVAL = 15_000
/** Longest wait for the answer to a ping, in ms; then the socket is closed and opened again. */
export const PONG_TIMEOUT = 5_000
