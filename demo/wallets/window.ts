import type { RequestText } from './request-text.js'
import { WINDOW_CSS } from './window-sheet.js'

function add<K extends keyof HTMLElementTagNameMap>(
  parent: Node,
  name: K,
  text = '',
  className = '',
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  if (text) element.textContent = text
  if (className) element.className = className
  parent.appendChild(element)
  return element
}

/** The element that is on top of the page, so that the window does not close the page's own popover. */
function findHost(): Element {
  return [...document.querySelectorAll('dialog:modal, [popover]:popover-open')].at(-1) ?? document.body
}

/** The wallet that owns the window. */
export interface WalletFace {
  name: string
  icon: string
}

/** The text of the window, and the wallet's chain. */
export interface WindowRequest extends RequestText {
  place: string
}

let queue: Promise<unknown> = Promise.resolve()

/** Shows one request in the wallet's window, one window after another. @returns the visitor's decision */
export function askInWindow(info: WalletFace, request: WindowRequest): Promise<boolean> {
  const answer = queue.then(() => show(info, request))
  queue = answer
  return answer
}

function show(info: WalletFace, { heading, lines, place }: WindowRequest): Promise<boolean> {
  const host = document.createElement('demo-wallet-window')
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(WINDOW_CSS)
  root.adoptedStyleSheets = [sheet]

  const dialog = add(root, 'dialog')
  dialog.setAttribute('aria-label', `${info.name}: ${heading}`)
  const header = add(dialog, 'div', '', 'head')
  const icon = add(header, 'img')
  icon.src = info.icon
  icon.alt = ''
  add(header, 'strong', info.name)
  add(header, 'span', place)
  add(dialog, 'p', 'Demo wallet: test keys of a local node', 'note')
  const main = add(dialog, 'div', '', 'body')
  add(main, 'h2', heading)
  add(main, 'p', location.host, 'site')
  const list = add(main, 'dl')
  for (const [name, value] of lines) {
    const line = add(list, 'div')
    add(line, 'dt', name)
    add(line, 'dd', value)
  }
  const footer = add(dialog, 'div', '', 'foot')
  const reject = add(footer, 'button', 'Reject')
  const accept = add(footer, 'button', 'Approve', 'approve')

  return new Promise((resolve) => {
    reject.onclick = () => dialog.close()
    accept.onclick = () => dialog.close('approved')
    dialog.onclose = () => {
      host.remove()
      resolve(dialog.returnValue === 'approved')
    }
    findHost().append(host)
    dialog.showModal()
    accept.focus()
  })
}
