import { setTimer } from '../../platform/natives.js'

/** Scripts and style sheets are left out, because a text in them would be code. */
const SELECTOR = '[data-wallet-text]:not(script,style)'

/** How many times the page's changes are answered at once before the next answers wait, so that a page that fights back goes on. */
const ANSWERS = 20
/** How long an answer then waits, in ms. */
const PAUSE = 50

/** An element that the page has marked. */
interface Filled {
  /** What was written; undefined while the element has its own content. */
  text?: string | undefined
  /** The element's own nodes. */
  nodes: Node[]
  /** Its own attribute `translate`. */
  translate: string | null
}

/** The texts of the document's elements with `data-wallet-text`. */
export interface PageTexts {
  /**
   * Fills the page's elements, or gives them their own content back.
   *
   * @param isFollowed the page still has an element whose state it shows
   */
  show(isShown: boolean, isFollowed: boolean): void
}

/** What a copy has in common with its original: name, attributes and text. */
const printTag = ({ localName, attributes, textContent }: Element): string =>
  [localName, ...[...attributes].map(({ name, value }) => `${name}=${value}`), textContent].join('\n')

/** The marked elements in a node, itself included. */
function findMarked(node: Node): Element[] {
  if (node.nodeType !== 1) return []
  const element = node as Element
  const inside = [...element.querySelectorAll(SELECTOR)]
  return element.matches(SELECTOR) ? [element, ...inside] : inside
}

/**
 * Watches the document for elements that come, go, or change their mark, or lose the `translate` that we have set; never for a text.
 *
 * @param run called with each such element, and at the start with every marked element
 */
function watchMarks(run: (element: Element) => void) {
  let answers = 0
  let waiting: MutationRecord[] = []
  let watcher: MutationObserver | undefined

  function answer(records: MutationRecord[]) {
    const changed = new Set<Element>()
    for (const { attributeName, oldValue, target, addedNodes, removedNodes } of records) {
      const its = target as Element
      if (attributeName === 'data-wallet-text' || (oldValue === 'no' && its.matches(SELECTOR)))
        changed.add(its)
      for (const node of [...addedNodes, ...removedNodes])
        for (const element of findMarked(node)) changed.add(element)
    }
    for (const element of changed) run(element)
  }

  function hear(records: MutationRecord[]) {
    answers += 1
    if (answers === 1) {
      setTimer(() => {
        answers = 0
        answer(waiting.splice(0))
      }, PAUSE)
    }
    if (answers <= ANSWERS) answer(records)
    else waiting.push(...records)
  }

  return {
    start() {
      watcher ??= new MutationObserver(hear)
      const root = document.documentElement
      const attributeFilter = ['data-wallet-text', 'translate']
      watcher.observe(root, { childList: true, subtree: true, attributeFilter, attributeOldValue: true })
      for (const element of findMarked(root)) run(element)
    },
    stop() {
      watcher?.disconnect()
      waiting = []
    },
  }
}

/**
 * Creates the {@link PageTexts} of the document. It writes a text only when the text is another than the last one, so
 * that it never answers a script that translates or changes what was written. A filled element asks translators to
 * leave it alone.
 *
 * @param read the text for a value of `data-wallet-text`; undefined where the element keeps its own content
 */
export function createPageTexts(read: (word: string, element: Element) => string | undefined): PageTexts {
  const known = new Map<Element, Filled>()
  /** What an element showed before we wrote into it, by its markup since and by that text: a copy of the element gets it back. */
  const own = new Map<string, Filled>()
  let isOn = false
  let isWatching = false
  const marks = watchMarks((element) => fill(element))

  function restore(element: Element, filled: Filled) {
    if (filled.text === undefined) return
    filled.text = undefined
    element.replaceChildren(...filled.nodes)
    if (filled.translate === null) element.removeAttribute('translate')
    else element.setAttribute('translate', filled.translate)
  }

  /** A page that copies a filled element (Turbo's snapshots) copies the text, which is not the element's own. */
  function readCopy(element: Element): Filled | undefined {
    const text = element.textContent as string
    const isFilled = element.getAttribute('translate') === 'no'
    const copied = isFilled && (own.get(printTag(element)) ?? own.get(text))
    if (copied) return { ...copied, nodes: copied.nodes.map((node) => node.cloneNode(true)), text }
  }

  function forget(element: Element) {
    const filled = known.get(element) ?? readCopy(element)
    known.delete(element)
    if (filled) restore(element, filled)
  }

  function fill(element: Element) {
    const isWanted = isOn && element.isConnected && element.matches(SELECTOR)
    if (!isWanted) return forget(element)
    const filled = known.get(element) ?? readCopy(element) ?? { nodes: [], translate: null }
    known.set(element, filled)
    // A morph has taken away what we had set, and given the element its own content back.
    if (filled.text !== undefined && element.getAttribute('translate') !== 'no') filled.text = undefined
    const text = read(element.getAttribute('data-wallet-text') as string, element)
    if (text === filled.text) return
    if (text === undefined) return restore(element, filled)
    if (filled.text === undefined) {
      filled.nodes = [...element.childNodes]
      filled.translate = element.getAttribute('translate')
      element.setAttribute('translate', 'no')
    }
    filled.text = text
    own.set(text, filled)
    element.textContent = text
    own.set(printTag(element), filled)
  }

  return {
    show(isShown, isFollowed) {
      const wasOn = isOn
      isOn = isShown
      // A copy of a filled element may come when the wallet has gone.
      const before = isWatching
      isWatching = isOn || (isFollowed && own.size > 0)
      if (isWatching && (!before || (isOn && !wasOn))) return marks.start()
      if (!isWatching) marks.stop()
      for (const element of known.keys()) fill(element)
      if (!isOn && own.size > 0) for (const copy of findMarked(document.documentElement)) forget(copy)
    },
  }
}
