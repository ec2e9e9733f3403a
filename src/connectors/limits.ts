/** Pause between two questions for the receipt of a transaction, in ms. */
export const RECEIPT_INTERVAL = 1_000

/**
 * A transaction that a node has shown counts as dropped when so many answers in a row do not know it: nodes behind one address
 * are not equally far.
 */
export const READS_OF_LOSS = 5

/** A switched chain must be confirmed by a read within this time, in ms. */
export const SWITCH_CONFIRM_TIMEOUT = 2_000

/** Longest wait for a page of a hosted wallet to load, in ms (specification: popup-load wait). */
export const POPUP_LOAD_TIMEOUT = 15_000

export const MAX_ACCOUNTS = 100
