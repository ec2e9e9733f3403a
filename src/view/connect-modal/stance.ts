import { isConnecting } from '../../client/machine.js'
import { isSigningIn } from '../../client/sign-in-state.js'
import type { WalletClient } from '../../client/wallet-client.js'
import { clearTimer, setTimer, ticks } from '../../platform/natives.js'
import { isInside } from '../../platform/shadow-hosts.js'
import { shield } from '../../platform/shield.js'
import { refuseUnmeantClicks } from '../../platform/unmeant-clicks.js'
import { createTypeAhead } from '../account-menu/type-ahead.js'
import { hasNewLayer, isLifted, readLayers } from './foreign-layers.js'
import type { HostOptions } from './options.js'
import { lockScroll } from './scroll-lock.js'

const typeAhead = createTypeAhead()

/**
 * Moves the focus in the list: arrows, Home, End, and letters that begin a wallet's name. In the search field an arrow
 * moves to the first row.
 */
function moveInList(event: KeyboardEvent, dialog: HTMLElement): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  const root = dialog.getRootNode() as ShadowRoot
  const rows = [...dialog.querySelectorAll<HTMLElement>('.rows .wallet')]
  const at = rows.indexOf(root.activeElement as HTMLElement)
  const isSearch = root.activeElement?.matches('.search')
  if (at < 0 && !isSearch) return
  const { key } = event
  let to = -1
  if (key === 'ArrowDown') to = Math.min(at + 1, rows.length - 1)
  else if (isSearch) return
  else if (key === 'ArrowUp') to = Math.max(at - 1, 0)
  else if (key === 'Home') to = 0
  else if (key === 'End') to = rows.length - 1
  else if (key.length === 1 && (key !== ' ' || typeAhead.isTyping(ticks())))
    to = typeAhead.find(
      key,
      rows.map((row) => row.querySelector('[part=wallet-name] bdi')?.textContent ?? ''),
      at,
      ticks(),
    )
  if (to < 0) return
  event.preventDefault()
  rows[to]?.focus()
}

/** How often to look whether a wallet draws into the page while it is asked, in ms. */
const LOOK_INTERVAL = 100

/** The waiting view comes back when a wallet's drawing has been gone for this long without an answer, in ms. */
const GONE = 1_000

/**
 * How the dialog stands on the page: modal; beside the page, which can be used; or away, because a wallet draws into the
 * page.
 */
type Stance = 'modal' | 'beside' | 'away'

/** What stands while a client's state lasts. A code, and the window of a hosted wallet, are ours: nobody else draws. */
function readStance(client: WalletClient): Stance {
  const { phase, attempt, auth, connections, active, choices } = client.getState()
  const isSign = phase === 'ready' && isSigningIn(auth)
  if (!isConnecting(phase) && !isSign) return 'modal'
  const one = connections.find(({ namespace }) => namespace === active)
  const id = isSign ? one?.walletId : attempt?.walletId
  const choice = choices.find((each) => each.id === id)
  if (choice?.drawsInPage) return 'away'
  if (choice?.kind === 'phone') return client.getConfig().qrModal === 'walletconnect' ? 'beside' : 'modal'
  return choice?.kind === 'hosted' ? 'modal' : 'beside'
}

/** The dialog's place on the page. */
export interface Standing {
  /** The state has changed. */
  update(): void
  /** Whether the dialog is out of sight, until the wallet has answered. */
  isAway(): boolean
  stop(): void
}

/** Lets Tab stay in a dialog that is not modal: what it would focus lies below the dialog. */
function keepFocus(event: KeyboardEvent, dialog: HTMLElement): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>('a[href],button,input')].filter(
    (one) => one.tabIndex >= 0 && one.checkVisibility?.() !== false,
  )
  const at = (dialog.getRootNode() as ShadowRoot).activeElement ?? dialog
  const side = event.shiftKey ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING
  if (stops.some((one) => at.compareDocumentPosition(one) & side)) return
  event.preventDefault()
  stops.at(event.shiftKey ? -1 : 0)?.focus()
}

/**
 * Lifts the open dialog above the page, where a modal dialog would be, and leaves the page usable. The dialog itself is the
 * popover, not its host: scripts of the page that look for its topmost popover would put their own content there.
 */
function rise(dialog: HTMLDialogElement): void {
  dialog.popover = 'manual'
  // Chromium takes any dialog above the page for modal.
  dialog.ariaModal = 'false'
  try {
    dialog.showPopover?.()
  } catch {
    // A browser may refuse this for an open dialog, which then stands among the page's own layers.
  }
}

/**
 * Shows the dialog, modal or beside the page. @returns what undoes everything but the dialog itself
 *
 * @throws what `showModal` throws
 */
function show(
  dialog: HTMLDialogElement,
  { opener, scroll }: HostOptions,
  isModal: boolean,
  isKnown: boolean,
  close: () => void,
): () => void {
  const page = dialog.ownerDocument
  const shown = new AbortController()
  const { signal } = shown
  // Before the keys are shielded, which hides them from others.
  refuseUnmeantClicks(dialog, signal, opener, isKnown)
  // Lock before the dialog is shown: showing it lays out the page, and the lock would need another layout.
  const unlock = lockScroll(page, scroll)
  try {
    if (isModal) dialog.showModal()
    else {
      dialog.show()
      rise(dialog)
    }
  } catch (error) {
    unlock()
    shown.abort()
    throw error
  }
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing) return
    // A layer of the page has its own Escape. Where the page has moved the focus to its text, the key is still ours.
    if (!isInside(event, dialog) && isLifted(event.target as Element)) return
    // The browser would close a popover of the page too.
    event.preventDefault()
    close()
  }
  if (!isModal) page.defaultView?.addEventListener('keydown', onEscape, { capture: true, signal })
  const unshield = shield(dialog, true, (event) => {
    if (event.key === 'Tab' && !isModal) keepFocus(event, dialog)
    else moveInList(event, dialog)
  })
  return () => {
    shown.abort()
    unlock()
    unshield()
    dialog.popover = dialog.ariaModal = null
  }
}

/** Whether the page has a dialog or an element in full screen without the host: then only a modal dialog can be used. */
function isShutOut(page: Document, host: Element): boolean {
  const others = [page.fullscreenElement, ...page.querySelectorAll('dialog[open]')]
  return others.some((other) => other && !other.contains(host))
}

/**
 * Shows the dialog, and lets it step aside for wallets that draw into the page, such as Cartridge Controller and wallets
 * that come with the page's own scripts. A modal dialog would cover what they draw and take the clicks on it. So the
 * dialog is modal until a wallet is asked. From then on the page can be used, and the dialog goes out of sight as soon as
 * something new lies above the page. It comes back when that has gone, or when the visitor presses the button.
 *
 * @param isReplacement the visitor has seen another dialog in its place
 * @param close called for the Escape key where the browser does not see to it
 * @throws what `showModal` throws
 */
export function stand(
  dialog: HTMLDialogElement,
  host: Element,
  options: HostOptions,
  isReplacement: boolean,
  close: () => void,
): Standing {
  const page = host.ownerDocument
  const { client, opener } = options
  let stance: Stance | undefined
  let wanted: Stance | undefined
  let undo = () => {}
  let timer: number | undefined
  let before = new Set<Element>()
  let seenAt = 0

  function take(next: Stance) {
    if (next === stance) return
    const focused = (dialog.getRootNode() as ShadowRoot).activeElement as HTMLElement | null
    undo()
    undo = () => {}
    const isKnown = stance ? stance !== 'away' : isReplacement
    // The dialog opens only once.
    if (stance) dialog.dataset.still = ''
    stance = next
    dialog.close()
    if (next === 'away') return
    undo = show(dialog, options, next === 'modal', isKnown, close)
    const first = focused ?? dialog.querySelector<HTMLElement>('.wallet, h2')
    if ('still' in dialog.dataset) first?.focus({ preventScroll: true })
  }

  function look() {
    clearTimer(timer)
    if (wanted !== 'beside') return
    if (hasNewLayer(page, host, before)) {
      seenAt = ticks()
      take('away')
    } else if (stance === 'away' && ticks() - seenAt >= GONE) appear()
    timer = setTimer(look, LOOK_INTERVAL)
  }

  /** Shows the dialog while a wallet is asked. */
  const appear = () => take(isShutOut(page, host) ? 'modal' : 'beside')
  function wait() {
    // The list must go first: while it is modal, nothing else on the page can be hit.
    appear()
    before = readLayers(page, host)
    clearTimer(timer)
    timer = setTimer(look, LOOK_INTERVAL)
  }

  const update = () => {
    const next = readStance(client)
    if (next === wanted) return
    wanted = next
    if (next === 'beside') wait()
    else take(next)
  }
  // A visitor who presses the button wants to see what is open, and to cancel it.
  const recall = () => {
    if (stance !== 'away') return
    wanted = 'beside'
    wait()
  }
  update()
  opener?.addEventListener('click', recall)
  return {
    update,
    isAway: () => stance === 'away',
    stop() {
      wanted = undefined
      clearTimer(timer)
      undo()
      opener?.removeEventListener('click', recall)
    },
  }
}
