/** What a button shows while no wallet is connected. Numbers, because the entry has few bytes. */

/** Its label. */
export const IDLE = 0
/** A click is being served. */
export const BUSY = 1
/** A part that the last use needed could not be loaded. */
export const LOAD_FAILED = 2
/** The room of the account that is being restored: as wide as it was last. */
export const KEPT_ROOM = 3

export type Face = typeof IDLE | typeof BUSY | typeof LOAD_FAILED | typeof KEPT_ROOM
