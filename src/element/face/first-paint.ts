import type { WalletConnectButton } from '../button-api.js'
import type { Parts } from '../parts.js'
import { readTag, readText } from './props.js'

/**
 * Draws the button before React has loaded, with DOM calls only and without markup strings (strict CSP, Trusted Types),
 * and sets whether its form may be submitted. It does not use `describeButton`, to save bytes: the view corrects these
 * nodes before React takes them over.
 *
 * It changes existing nodes in place, so the button keeps its focus and a press that has begun.
 */
export function paintFirst(this: Parts): void {
  const { root, busy, failed, message } = this
  const room = (!failed && this.room) || null
  const element = root.host as WalletConnectButton
  const [label, lang] = readText(element, readTag(element), failed)
  const isNew = !root.firstChild
  const [wrapper, button, sign, text] = (
    isNew
      ? ['div', 'button', 'span', 'span'].map((tag) => document.createElement(tag))
      : root.querySelectorAll('*')
  ) as [HTMLElement, HTMLButtonElement, HTMLElement, HTMLElement]
  if (isNew) {
    root.append(wrapper)
    wrapper.append(button)
    button.append(sign, text)
    button.ariaHasPopup = 'dialog'
  }
  if (!this.taken) {
    wrapper.dataset.size = element.size
    wrapper.dataset.theme = element.theme
    wrapper.lang = lang
    // Our words have the direction of their language, and the page's words that of the page.
    wrapper.dir = element.label ? '' : 'auto'
    wrapper.role = (failed && 'alert') as string
    button.part = button.type = 'button'
    button.disabled = element.matches(':disabled')
    sign.part = busy ? 'spinner' : 'icon'
    text.part = 'label'
    button.ariaBusy = (room && true) as never
    button.ariaLabel = (room && 'Wallet') as string
    // Null takes a style away.
    button.style.minWidth = (room && `${room}em`) as string
    // If a node is replaced after the button was pressed, even a text node, WebKit does not click.
    const words = room ? '' : label
    if (text.textContent !== words) text.textContent = words
  }
  if (element.pageState) document.documentElement.dataset.walletStatus ??= 'idle'
  // A new element is valid, and to say so would cost more than the paint.
  if (!isNew || message || element.required)
    this.setValidity?.(
      { customError: message as never, valueMissing: element.required && !this.value },
      message || this.missing || label,
      button,
    )
}
