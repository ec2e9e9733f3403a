import { peek } from '../../platform/storage.js'
import { widthKey } from '../../platform/stored-names.js'
import type { WalletConnectButton } from '../button-api.js'
import type { Parts } from '../parts.js'
import { BUSY, KEPT_ROOM, LOAD_FAILED } from './face.js'

/** The width of a connected button that was never measured, in em. */
const USUAL_WIDTH = 11

/** The nodes of the button: the wrapper, in it the button, and in the button the icon or spinner, and the label. */
type Nodes = readonly [wrapper: HTMLElement, button: HTMLButtonElement, sign: HTMLElement, text: HTMLElement]

function createNodes(root: ShadowRoot): Nodes {
  const wrapper = document.createElement('div')
  const button = document.createElement('button')
  const sign = document.createElement('span')
  const text = document.createElement('span')
  button.type = 'button'
  button.part = 'button'
  button.ariaHasPopup = 'dialog'
  text.part = 'label'
  button.append(sign, text)
  wrapper.append(button)
  root.append(wrapper)
  return [wrapper, button, sign, text]
}

/**
 * Draws the button before React has loaded, with DOM calls only and without markup strings (strict CSP, Trusted Types),
 * and sets whether its form may be submitted. The view corrects these nodes before React takes them over.
 *
 * It changes existing nodes in place, so the button keeps its focus and a press that has begun.
 */
export function paintFirst(this: Parts): void {
  const { root, message, face } = this
  const element = root.host as WalletConnectButton
  const [label, lang] = this.readText()
  const isNew = !root.firstChild
  const [wrapper, button, sign, text] = isNew
    ? createNodes(root)
    : ([...root.querySelectorAll('*')] as never as Nodes)
  if (!this.taken) {
    const isRoom = face === KEPT_ROOM
    wrapper.dataset.size = element.size
    wrapper.dataset.theme = element.theme
    wrapper.lang = lang
    // Our words have the direction of their language, and the page's words that of the page.
    wrapper.dir = element.label ? '' : 'auto'
    wrapper.role = face === LOAD_FAILED ? 'alert' : null
    button.disabled = element.matches(':disabled')
    button.ariaBusy = isRoom ? 'true' : null
    button.ariaLabel = isRoom ? 'Wallet' : null
    button.style.minWidth = isRoom
      ? `${Number(peek(widthKey(element.store), element.storage)) || USUAL_WIDTH}em`
      : ''
    sign.part = face === BUSY ? 'spinner' : 'icon'
    // If a node is replaced after the button was pressed, even a text node, WebKit does not click.
    const words = isRoom ? '' : label
    if (text.textContent !== words) text.textContent = words
  }
  if (element.pageState) document.documentElement.dataset.walletStatus ??= 'idle'
  // A new element is valid, and to say so would cost more than the paint.
  if (!isNew || message || element.required) {
    const flags = { customError: !!message, valueMissing: element.required && !this.value }
    this.setValidity?.(flags, message || this.missing || label, button)
    // The mark of a submit that was refused goes with its reason.
    if (this.validity?.valid) this.states?.delete('user-invalid')
  }
}
