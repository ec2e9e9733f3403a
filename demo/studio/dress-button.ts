import type { StudioState } from './state.js'
import { toAttributes, toProperties } from './tag.js'

/** Every custom property that the studio can set. */
const PROPERTIES = ['accent', 'background', 'surface', 'text', 'muted', 'border', 'radius', 'font'].map(
  (name) => `--wcb-${name}`,
)

/** Sets the properties on a node, and removes those that the state leaves open. */
export function setProperties(node: HTMLElement, state: StudioState): void {
  const set = new Map(toProperties(state))
  for (const name of PROPERTIES) {
    const value = set.get(name)
    if (value) node.style.setProperty(name, value)
    else node.style.removeProperty(name)
  }
}

/**
 * Gives a button, its open list and its page what a state says, without closing anything.
 *
 * @param theme the theme of the page around, which `system` follows; empty for the system's own
 */
export function dressButton(button: HTMLElement, state: StudioState, theme = ''): void {
  const root = document.documentElement
  // Only what is new: a button whose page gets a language draws its list anew.
  if (root.dir !== state.dir) root.dir = String(state.dir)
  if (root.lang !== state.lang) root.lang = String(state.lang)
  const shown = state.theme === 'system' ? theme : String(state.theme)
  root.classList.remove('light', 'dark')
  if (shown) root.classList.add(shown)
  const wanted = new Map(toAttributes(state).filter(([name]) => name !== 'style' && name !== 'api-url'))
  wanted.set('theme', shown || 'system')
  for (const name of button.getAttributeNames())
    if (name !== 'style' && !wanted.has(name)) button.removeAttribute(name)
  for (const [name, value] of wanted) {
    const text = value === true ? '' : value
    if (button.getAttribute(name) !== text) button.setAttribute(name, text)
  }
  setProperties(button, state)
  // The list takes the button's properties when it opens, and knows nothing of properties that are set later.
  const list = document.querySelector<HTMLElement>('wallet-connect-modal')
  if (list) setProperties(list, state)
}
