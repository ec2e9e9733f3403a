/** Words for what is drawn outside the view, in the language of the view that was drawn last; English until then. */
export const words = { close: 'Close' }
