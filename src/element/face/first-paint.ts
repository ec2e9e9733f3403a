import type { WalletConnectButton } from '../button-api.js'
import type { Parts } from '../parts.js'
import { readText } from './props.js'

/**
 * Draws the button before React is there, by DOM calls alone (no markup strings: strict CSP, Trusted Types), and says whether
 * its form may be submitted. It is written out for the sake of bytes: the view corrects these nodes by `describeButton` before
 * React takes them over.
 *
 * What is there already is changed in place, so the button keeps its focus and a press that has begun.
 */
export function paintFirst(this: Parts): void {
  const { root, busy, failed, message } = this
  const element = root.host as WalletConnectButton
  const [label, lang] = readText(element, failed)
  const [wrapper, button, sign, text] = (
    root.firstChild
      ? root.querySelectorAll('*')
      : ['div', 'button', 'span', 'span'].map((tag) => document.createElement(tag))
  ) as [HTMLElement, HTMLButtonElement, HTMLElement, HTMLElement]
  if (!root.firstChild) {
    root.append(wrapper)
    wrapper.append(button)
    button.append(sign, text)
    button.ariaHasPopup = 'dialog'
  }
  if (!this.taken) {
    wrapper.dataset.size = element.size
    wrapper.dataset.theme = element.theme
    wrapper.lang = lang
    wrapper.role = (failed && 'alert') as string
    button.part = button.type = 'button'
    button.disabled = element.matches(':disabled')
    sign.part = busy ? 'spinner' : 'icon'
    text.part = 'label'
    // WebKit does not click on what has gone since the button was pressed, a text node among them.
    if (text.textContent !== label) text.textContent = label
  }
  if (element.pageState) document.documentElement.dataset.walletStatus ??= 'idle'
  this.setValidity?.(
    { customError: message as never, valueMissing: element.required && !this.value },
    message || this.missing || label,
    button,
  )
}
