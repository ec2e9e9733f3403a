import { nameChain } from '../../chains/networks.js'
import type { Connection } from '../../client/state.js'
import type { WalletClient } from '../../client/wallet-client.js'
import type { ElementStore } from '../../element/store.js'
import type { PagePart } from '../../element/view-contract.js'
import { shortenAmount } from '../account/amount.js'
import { shortenAddress } from '../account/short-address.js'

/** The possible values of `data-wallet-text`. */
const WORDS = ['address', 'short-address', 'chain', 'name', 'balance'] as const
type Word = (typeof WORDS)[number]

/** Scripts and style sheets are left out, because a text in them would be code. */
const SELECTOR = '[data-wallet-text]:not(script,style)'

/**
 * Reads balances for the page's texts, once for each account and chain.
 *
 * @param onRead called when a balance was read
 */
function createBalanceReader(client: WalletClient, root: HTMLElement, onRead: () => void) {
  let balance = { of: '', text: '' }
  return ({ account, chainId }: Connection): string | undefined => {
    const of = account + chainId
    if (balance.of !== of) {
      const asked = { of, text: '' }
      balance = asked
      client.getBalance(undefined, { quiet: true }).then(
        (amount) => {
          asked.text = `${shortenAmount(amount, root.lang || 'en')} ${amount.symbol}`
          onRead()
        },
        () => {
          // The element keeps its own text.
        },
      )
    }
    return balance.text || undefined
  }
}

/**
 * Shows the store's state on the page while one of its elements has `page-state`: `data-wallet-status` and
 * `data-wallet-namespace` on the root element, and the text of every element with `data-wallet-text`, as plain text.
 * When the wallet is disconnected, such an element gets its old content back.
 */
export function createPageState({ client, elements }: ElementStore): PagePart {
  const root = document.documentElement
  /** Filled elements, with their old nodes. */
  const own = new Map<Element, Node[]>()
  const warned = new Set<string>()
  const watcher = new MutationObserver(() => fill())
  let isOn = false
  let isWatching = false
  const readBalance = createBalanceReader(client, root, () => fill())

  function readText(word: Word, connection: Connection): string | undefined {
    const { account, chainId } = connection
    if (word === 'address') return account
    if (word === 'chain') return nameChain(chainId, client.getConfig().networks)
    if (word === 'balance') return readBalance(connection)
    return (word === 'name' && connection.name) || shortenAddress(account)
  }

  function restore(element: Element) {
    element.replaceChildren(...(own.get(element) ?? []))
    own.delete(element)
  }

  /** Fills the elements that name a value, and restores those that no longer do. */
  function fill() {
    const { connections, active } = client.getState()
    const connection = isOn ? connections.find(({ namespace }) => namespace === active) : undefined
    const wanted = connection ? [...document.querySelectorAll<HTMLElement>(SELECTOR)] : []
    for (const element of own.keys()) if (!wanted.includes(element as HTMLElement)) restore(element)
    for (const element of wanted) {
      const word = element.dataset.walletText as Word
      const isKnown = WORDS.includes(word)
      if (!isKnown && !warned.has(word))
        console.warn(`data-wallet-text="${word.slice(0, 60)}" is not one of: ${WORDS.join(' ')}`, element)
      if (!isKnown) warned.add(word)
      const text = isKnown && connection ? readText(word, connection) : undefined
      if (text === undefined) {
        if (own.has(element)) restore(element)
        continue
      }
      if (!own.has(element)) own.set(element, [...element.childNodes])
      if (element.textContent !== text) element.textContent = text
    }
    watch(!!connection)
  }

  /** Watches for elements that are added later or change their value. */
  function watch(isWanted: boolean) {
    if (isWanted === isWatching) return
    isWatching = isWanted
    if (isWanted)
      watcher.observe(root, { childList: true, subtree: true, attributeFilter: ['data-wallet-text'] })
    else watcher.disconnect()
  }

  return {
    update() {
      const wasOn = isOn
      isOn = [...elements].some((element) => element.isConnected && element.pageState)
      if (!isOn && !wasOn) return
      const { status, auth, active } = client.getState()
      if (isOn) root.dataset.walletStatus = auth.status === 'signed-in' ? 'signed-in' : status
      else delete root.dataset.walletStatus
      if (isOn && active) root.dataset.walletNamespace = active
      else delete root.dataset.walletNamespace
      fill()
    },
  }
}
