import type { FeltCall } from '../../../src/protocol/starknet-transaction.js'
import type { StarknetTypedData } from '../../../src/protocol/starknet-typed-data.js'
import type { Visitor, Visits } from './account.js'

/** What the visitor sees of the wallet. */
export interface Screens {
  readonly path: string
  /** Asks for an e-mail address, or for consent when somebody is logged in. @returns null for a refusal */
  logIn(site: string): Promise<Visitor | null>
  review(site: string, visitor: Visitor, calls: readonly FeltCall[]): Promise<boolean>
  sign(site: string, visitor: Visitor, typedData: StarknetTypedData): Promise<boolean>
  /** Calls back when a framed page wants to be visible, and with which size. */
  watch(tell: (update: unknown) => void): () => void
}

type Line = readonly [name: string, value: string]

const short = (hex: string) => `${hex.slice(0, 8)}…${hex.slice(-6)}`

function add<K extends keyof HTMLElementTagNameMap>(parent: Node, name: K, text = '', className = '') {
  const element = document.createElement(name)
  if (text) element.textContent = text
  if (className) element.className = className
  parent.appendChild(element)
  return element
}

function addLines(parent: Node, lines: readonly Line[]): void {
  const list = add(parent, 'dl')
  for (const [name, value] of lines) {
    const line = add(list, 'div')
    add(line, 'dt', name)
    add(line, 'dd', value)
  }
}

/** Draws the wallet's pages into `root`. */
export function createScreens(root: HTMLElement, visits: Visits): Screens {
  const watchers = new Set<(update: unknown) => void>()
  const tell = (update: unknown) => {
    for (const watcher of watchers) watcher(update)
  }

  function clear(title: string, site: string): HTMLElement {
    const main = document.createElement('main')
    add(main, 'h1', title)
    if (site) add(main, 'p', new URL(site).host, 'site')
    root.replaceChildren(main)
    return main
  }

  function idle(): void {
    clear('Waiting for the site', '')
    tell({ action: 'hide', visible: false })
  }

  /** Shows a question with two buttons. */
  async function ask(main: HTMLElement, approve: string, height: number, form = add(main, 'form')) {
    const buttons = add(form, 'div', '', 'buttons')
    const reject = add(buttons, 'button', 'Reject')
    reject.type = 'button'
    add(buttons, 'button', approve, 'main')
    tell({ action: 'updateSize', width: 420, height })
    tell({ action: 'show', visible: true })
    const answer = await new Promise<boolean>((resolve) => {
      reject.onclick = () => resolve(false)
      form.onsubmit = (event) => {
        event.preventDefault()
        resolve(true)
      }
    })
    idle()
    return answer
  }

  function addAccount(main: HTMLElement, visitor: Visitor): void {
    addLines(main, [
      ['Logged in as', visitor.email],
      ['Account', short(visitor.address)],
    ])
    const out = add(main, 'button', 'Log out', 'link')
    out.type = 'button'
    out.onclick = () => {
      visits.logOut()
      out.textContent = 'Logged out'
    }
  }

  if (location.pathname !== '/executeSessionTx') idle()
  return {
    path: location.pathname,
    async logIn(site) {
      const known = await visits.current()
      const main = clear(known ? 'Connect to this site?' : 'Log in with your e-mail', site)
      if (known) {
        addAccount(main, known)
        return (await ask(main, 'Connect', 420)) ? visits.current() : null
      }
      const form = add(main, 'form')
      const label = add(form, 'label', 'E-mail')
      const field = add(label, 'input')
      field.type = 'email'
      field.name = 'email'
      field.required = true
      field.autocomplete = 'email'
      field.placeholder = 'you@example.com'
      add(form, 'p', 'A demo wallet: any address will do, and no mail is sent.', 'note')
      setTimeout(() => field.focus())
      return (await ask(main, 'Continue', 438, form)) ? visits.logIn(field.value) : null
    },
    review(site, visitor, calls) {
      const main = clear('Review transaction', site)
      addAccount(main, visitor)
      for (const { contractAddress, entrypoint, calldata } of calls) {
        addLines(main, [
          ['Call', entrypoint],
          ['Contract', short(contractAddress)],
          ['Data', calldata.join(', ')],
        ])
      }
      return ask(main, 'Approve', 640)
    },
    sign(site, visitor, { primaryType, domain, message }) {
      const main = clear('Sign this message?', site)
      addAccount(main, visitor)
      addLines(main, [
        ['From', String(domain.name ?? '')],
        [primaryType, JSON.stringify(message, null, 2)],
      ])
      return ask(main, 'Sign', 520)
    },
    watch(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}
