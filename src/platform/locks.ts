/** The browser's locks, which all tabs of an origin share. */
export const findLocks = (): LockManager | undefined => globalThis.navigator?.locks
