/**
 * The custom properties a page may set on the button, each as `--wcb-<name>`:
 *
 * - `accent`       fill of the idle button, primary actions, focus rings, spinners
 * - `accent-text`  text upon it
 * - `background`   surface of the modal, the menu and the connected button
 * - `surface`      rows, secondary buttons, what the pointer is over
 * - `text`, `muted`  text, and text of less weight
 * - `border`       hairlines
 * - `error`        text that tells of a failure
 * - `overlay`      what lies between the page and the modal
 * - `shadow`       box-shadow of the modal and the menu
 * - `radius`       corners of buttons and rows; larger surfaces follow from it
 * - `font`         font-family list
 */
const THEME_PROPERTIES = [
  'accent',
  'accent-text',
  'background',
  'surface',
  'text',
  'muted',
  'border',
  'error',
  'overlay',
  'shadow',
  'radius',
  'font',
] as const

/** Copies an element's property values to another element that does not inherit from it. */
export function copyTheme(from: Element, to: HTMLElement): void {
  const style = getComputedStyle(from)
  for (const name of THEME_PROPERTIES) {
    const value = style.getPropertyValue(`--wcb-${name}`).trim()
    if (value) to.style.setProperty(`--wcb-${name}`, value)
  }
}
