/** Language and colours of the view that was drawn last, for elements that are drawn outside of the view. */
export const words = {
  close: 'Close',
  /** CSS values; empty until a modal has been on screen. */
  look: { background: '', color: '', fontFamily: '', borderRadius: '' },
}
