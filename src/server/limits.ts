import { KIB } from '../constants.js'

/** The largest body that we read, in bytes: a proof with the longest message and signature has less than 48,000. */
export const MAX_REQUEST_BODY = 64 * KIB

/**
 * The most sign-in calls in one request, and the most open calls on one socket. The page's own sign-in makes one at a
 * time.
 */
export const MAX_SIGN_IN_CALLS = 8

/** The most sessions in this process's memory; beyond it the oldest sessions end. */
export const MAX_SESSIONS = 100_000
