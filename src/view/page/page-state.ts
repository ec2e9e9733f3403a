import { nameChain } from '../../chains/networks.js'
import type { Connection } from '../../client/state.js'
import type { Balance } from '../../connectors/connector.js'
import { HUB } from '../../element/hub.js'
import type { ElementStore } from '../../element/store.js'
import type { PagePart } from '../../element/view-contract.js'
import { setTimer } from '../../platform/natives.js'
import { shortenAmount } from '../account/amount.js'
import { followBalance } from '../account/follow-balance.js'
import { shortenAddress } from '../account/short-address.js'
import { createPageTexts } from './page-texts.js'

/** The possible values of `data-wallet-text`. */
const WORDS = ['address', 'short-address', 'chain', 'name', 'balance'] as const
type Word = (typeof WORDS)[number]

/** A store whose elements may have `page-state`. */
interface Source {
  readonly store: ElementStore
  /** The balance of the connection's account: null until it is read. Without a connection it is forgotten. */
  readBalance(connection: Connection | undefined): Balance | null
}

/** The stores of this document of which an element has `page-state`, in the order in which they came. */
const sources = new Set<Source>()
/** The source whose state the page shows. */
let shown: Source | undefined
const texts = createPageTexts(readText)
const warned = new Set<string>()

const isOn = ({ store }: Source): boolean =>
  [...store.elements].some((element) => element.isConnected && element.pageState)

function readConnection({ store }: Source): Connection | undefined {
  const { connections, active } = store.client.getState()
  return connections.find(({ namespace }) => namespace === active)
}

/**
 * Follows the balance for the page's texts, from the first text that shows it until the account or its chain changes.
 *
 * @param onRead called when a balance was read
 */
function createBalanceReader({ client }: ElementStore, onRead: () => void): Source['readBalance'] {
  let of = ''
  let known: Balance | null = null
  let stop: (() => void) | undefined
  return (connection) => {
    const wanted = connection ? connection.account + connection.chainId : ''
    if (wanted !== of) {
      stop?.()
      of = wanted
      known = null
      const keep = (balance: Balance | null) => {
        known = balance
        onRead()
      }
      stop = of ? followBalance(client, of, undefined, keep) : undefined
    }
    return known
  }
}

/** What the page shows for a word; undefined where it keeps its own text. */
function readText(word: string, element: Element): string | undefined {
  const connection = shown && readConnection(shown)
  if (!WORDS.includes(word as Word)) {
    if (!warned.has(word))
      console.warn(`data-wallet-text="${word.slice(0, 60)}" is not one of: ${WORDS.join(' ')}`, element)
    warned.add(word)
    return undefined
  }
  if (!shown || !connection) return undefined
  const { account, chainId } = connection
  if (word === 'address') return account
  if (word === 'chain') return nameChain(chainId, shown.store.client.getConfig().networks)
  if (word === 'balance') {
    const balance = shown.readBalance(connection)
    return balance ? `${shortenAmount(balance, HUB.tagOf?.(element) ?? 'en')} ${balance.symbol}` : undefined
  }
  return (word === 'name' && connection.name) || shortenAddress(account)
}

/** Scripts that morph a page take away attributes that the server's HTML lacks: they come back, in a task of their own. */
const lost = globalThis.MutationObserver && new MutationObserver(() => setTimer(showState, 0))

/** Writes an attribute of the root element, or removes it. */
function writeRoot(name: 'walletStatus' | 'walletNamespace', value: string | null | undefined): void {
  const { dataset } = document.documentElement
  if (dataset[name] === (value ?? undefined)) return
  if (value) dataset[name] = value
  else delete dataset[name]
}

/** The document has one state: the store shown last keeps it while it has a wallet, else the first that has one. */
function showState(): void {
  const before = shown
  const able = [...sources]
  const isKept = shown && sources.has(shown) && readConnection(shown)
  if (!isKept) {
    const isBusy = ({ store }: Source) => store.client.getState().status !== 'idle'
    shown = able.find(readConnection) ?? able.find(isBusy) ?? able[0]
  }
  if (!shown && !before) return
  const state = shown?.store.client.getState()
  writeRoot('walletStatus', state?.auth.status === 'signed-in' ? 'signed-in' : state?.status)
  writeRoot('walletNamespace', state?.active)
  texts.show(!!(shown && readConnection(shown)), !!shown)
  if (shown)
    lost?.observe(document.documentElement, {
      attributeFilter: ['data-wallet-status', 'data-wallet-namespace'],
    })
  else lost?.disconnect()
}

/**
 * Shows the state of a document's stores on the page while one of their elements has `page-state`: `data-wallet-status`
 * and `data-wallet-namespace` on the root element, and the text of every element with `data-wallet-text`, as plain text.
 * When the wallet is disconnected, such an element gets its old content back. The store with a wallet writes; another
 * store takes its place only when it has none.
 */
export function createPageState(store: ElementStore): PagePart {
  const source: Source = { store, readBalance: createBalanceReader(store, showState) }
  return {
    update() {
      if (isOn(source)) sources.add(source)
      else sources.delete(source)
      if (!sources.has(source) || !readConnection(source)) source.readBalance(undefined)
      showState()
    },
  }
}
