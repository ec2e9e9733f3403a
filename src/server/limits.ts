/** The largest body that we read, in bytes: a proof with the longest message and signature has less than 48,000. */
export const MAX_BODY = 64 * 1_024

/**
 * The most sign-in calls in one request, and the most open calls on one socket. The page's own sign-in makes one at a
 * time.
 */
export const MAX_CALLS = 8

/** The most sessions in this process's memory; beyond it the oldest sessions end. */
export const MAX_SESSIONS = 100_000
