/** The label of the idle button in English. */
export const ENGLISH_LABEL = 'Connect wallet'

/**
 * The label when a part of the button cannot be loaded, in English, because other languages are among those parts. A language
 * that has loaded says “Try again”.
 */
export const FAILED_LABEL = 'Not loaded. Try again'
