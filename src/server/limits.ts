import { KIB } from '../constants.js'

/** Largest body that is read, in bytes: a proof with the longest message and signature has less than 48,000. */
export const MAX_REQUEST_BODY = 64 * KIB

/** Most sign-in calls of one request, and most under way on one socket. The page's own sign-in makes one at a time. */
export const MAX_SIGN_IN_CALLS = 8

/** Most sessions that are kept in this process's memory; past it the oldest end. */
export const MAX_SESSIONS = 100_000
