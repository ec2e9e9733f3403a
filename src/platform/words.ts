/** What is drawn outside the view takes from it: words in its language and its colours, as of the view that was drawn last. */
export const words = {
  close: 'Close',
  /** CSS values; empty until a modal has been on screen. */
  look: { background: '', color: '', fontFamily: '', borderRadius: '' },
}
