import { isConnecting } from '../client/machine.js'
import { WalletError } from '../errors/wallet-error.js'
import { NativePromise } from '../platform/natives.js'
import type { WalletConnectButton } from './button-api.js'
import { refresh } from './loading.js'
import { PARTS } from './parts.js'
import type { ElementStore } from './store.js'
import type { ModalOptions, SignInActions, View } from './view-contract.js'
import { readViewProps } from './view-props.js'

/** Shows and hides the modal as the client's state says. */
export interface ModalControl {
  /** Draws the list out of sight, because the visitor is about to use an element of the store. */
  prepare(opener: WalletConnectButton): void
  /** The client's state has changed. */
  update(): void
  /** An attribute of an element has changed. */
  refresh(): void
  /** Resolves when the modal is on screen, or when the client no longer wants it there. @throws WalletError `view_failed` */
  untilShown(): Promise<void>
  /** Resolves when the modal has left the screen, or when the client wants it there again. */
  untilHidden(): Promise<void>
}

/** The callers that wait for the modal; each checks its condition when it is woken. */
type Waiters = Set<() => void>

function wake(waiters: Waiters) {
  for (const waiter of [...waiters]) waiter()
}

/** Resolves once `holds` returns true. */
const until = (waiters: Waiters, holds: () => boolean): Promise<void> =>
  new NativePromise((resolve) => {
    const check = () => {
      if (!holds()) return
      waiters.delete(check)
      resolve()
    }
    waiters.add(check)
    check()
  })

/** Creates the {@link ModalControl} of a store. */
export function createModalControl(
  store: ElementStore & { readonly signIn: SignInActions },
  view: View,
): ModalControl {
  const { client } = store
  let shown = false
  let opening = false
  /** The modal that opens now has waited for its code and its language. */
  let hasWaited = false
  let choice: string | null = null
  let failure: WalletError | null = null
  const waiters: Waiters = new Set()

  client.on('connected', (detail) => {
    if (!detail.restored) choice = detail.walletId
  })
  client.on('named', ({ walletId }) => {
    choice = walletId
  })

  /** Handles that the modal is now on screen, or has left it. */
  function settle(isShown: boolean) {
    opening = false
    hasWaited = false
    shown = isShown
    if (isShown) tellFailed(null)
    wake(waiters)
  }

  /** The button says that the list could not be shown, or no longer says so. */
  function tellFailed(isFailed: true | null) {
    const opener = findOpener()
    if (!opener || (!opener[PARTS].failed && !isFailed)) return
    opener[PARTS].failed = isFailed
    refresh(opener)
  }

  function readOptions(opener: WalletConnectButton | null): ModalOptions {
    const props = opener ? readViewProps(opener) : null
    return {
      client,
      signIn: store.signIn,
      theme: props?.theme ?? 'system',
      tag: props?.tag ?? 'en',
      fontHref: opener?.fontHref ?? '',
      look: props?.look ?? 'standard',
      termsUrl: opener?.termsUrl ?? '',
      privacyUrl: opener?.privacyUrl ?? '',
      opener,
      onOpened() {
        settle(true)
        store.dispatch('wallet_modal_opened', {})
      },
      onClosed() {
        settle(false)
        store.dispatch('wallet_modal_closed', { choice })
      },
      onFailed: giveUp,
    }
  }

  const findOpener = () => store.used ?? store.elements.values().next().value ?? null

  function show() {
    choice = null
    opening = true
    const options = readOptions(findOpener())
    const wait = hasWaited ? null : view.untilReady?.(options.tag)
    if (!wait) return view.showModal(options)
    // The first frame is in the page's language and direction.
    void wait.then(() => {
      opening = false
      hasWaited = client.getState().open
      control.update()
    })
  }

  /**
   * Handles that the modal cannot be shown: its waiting callers get the reason, and the next click may try again. A wallet
   * that has been asked may still answer, because the visitor sees its question.
   */
  function giveUp(cause: unknown) {
    const error = new WalletError('view_failed', { cause })
    failure = error
    settle(false)
    const { phase, auth } = client.getState()
    if (isConnecting(phase) && phase !== 'pairing') return client.setAuth(auth, false)
    tellFailed(true)
    client.abort(error)
    if (client.getState().open) {
      client.dismiss()
      client.tell('error', { code: error.code, message: error.message, error })
    }
  }

  const control: ModalControl = {
    prepare(opener) {
      const { status, choices } = client.getState()
      // One row alone may be connected without a list.
      if (status === 'idle' && (choices.length > 1 || opener.mode === 'alwaysAsk'))
        view.prepareModal?.(readOptions(opener))
    },
    update() {
      try {
        if (client.getState().open && !shown && !opening) show()
      } catch (error) {
        giveUp(error)
      }
      wake(waiters)
    },
    refresh() {
      if (shown) view.updateModal?.(readOptions(findOpener()))
    },
    async untilShown() {
      const before = failure
      await until(waiters, () => shown || failure !== before || !client.getState().open)
      if (failure && failure !== before) throw failure
    },
    untilHidden: () => until(waiters, () => !shown || client.getState().open),
  }
  return control
}
