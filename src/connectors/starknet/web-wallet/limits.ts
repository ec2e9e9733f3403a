/** A frame that has loaded and sends nothing for this long shows an error page, in ms. */
export const FRAME_SILENCE = 1_500

/** First size of the frame in CSS px (starknetkit 3). */
export const FRAME_WIDTH = 420
export const FRAME_HEIGHT = 438
