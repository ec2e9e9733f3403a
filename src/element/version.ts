declare const __WCB_VERSION__: string

/** The version of this copy. */
export const VERSION = __WCB_VERSION__
