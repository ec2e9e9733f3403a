import { toRows } from '../client/list-rows.js'
import { isConnecting } from '../client/machine.js'
import { WalletError } from '../errors/wallet-error.js'
import { NativePromise } from '../platform/natives.js'
import type { WalletConnectButton } from './button-api.js'
import { FAILED, IDLE } from './face/face.js'
import { readTag } from './face/tag.js'
import { show } from './loading.js'
import { PARTS } from './parts.js'
import type { ElementStore } from './store.js'
import type { ModalOptions, SignInActions, View } from './view-contract.js'
import { readViewProps } from './view-props.js'

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

/** Shows and hides the modal of a store as its client's state says. */
export class ModalControl {
  readonly #store: ElementStore & { readonly signIn: SignInActions }
  readonly #view: View
  #isShown = false
  #isOpening = false
  /** The modal that opens now has waited for its code and its language. */
  #hasWaited = false
  #choice: string | null = null
  #failure: WalletError | null = null
  readonly #waiters: Waiters = new Set()

  constructor(store: ElementStore & { readonly signIn: SignInActions }, view: View) {
    this.#store = store
    this.#view = view
    store.client.on('connected', (detail) => {
      if (!detail.restored) this.#choice = detail.walletId
    })
    store.client.on('named', ({ walletId }) => {
      this.#choice = walletId
    })
  }

  /** Draws the list out of sight, because the visitor is about to use an element of the store. */
  prepare(opener: WalletConnectButton): void {
    const { client } = this.#store
    const { status, choices, chains } = client.getState()
    const { wallets } = client.getConfig()
    // One row alone may be connected without a list.
    if (status === 'idle' && (opener.mode === 'alwaysAsk' || toRows(choices, chains, wallets).length > 1))
      this.#view.prepareModal?.(this.#readOptions(opener))
  }

  /** The client's state has changed. */
  update(): void {
    try {
      if (this.#store.client.getState().open && !this.#isShown && !this.#isOpening) this.#show()
    } catch (error) {
      this.#giveUp(error)
    }
    wake(this.#waiters)
  }

  /** An attribute of an element has changed. */
  refresh(): void {
    if (this.#isShown) this.#view.updateModal?.(this.#readOptions(this.#findOpener()))
  }

  /** Resolves when the modal is on screen, or when the client no longer wants it there. @throws WalletError `view_failed` */
  async untilShown(): Promise<void> {
    const { client } = this.#store
    const before = this.#failure
    const isOver = () => this.#isShown || this.#failure !== before || !client.getState().open
    await until(this.#waiters, isOver)
    if (this.#failure && this.#failure !== before) throw this.#failure
  }

  /** Resolves when the modal has left the screen, or when the client wants it there again. */
  untilHidden(): Promise<void> {
    return until(this.#waiters, () => !this.#isShown || this.#store.client.getState().open)
  }

  #findOpener(): WalletConnectButton | null {
    const { used, elements } = this.#store
    return used ?? elements.values().next().value ?? null
  }

  #readOptions(opener: WalletConnectButton | null): ModalOptions {
    const { client, signIn, dispatch } = this.#store
    const props = opener ? readViewProps(opener) : null
    return {
      client,
      signIn,
      theme: props?.theme ?? 'system',
      tag: props?.tag ?? readTag(document.documentElement),
      fontHref: opener?.fontHref ?? '',
      look: props?.look ?? 'standard',
      termsUrl: opener?.termsUrl ?? '',
      privacyUrl: opener?.privacyUrl ?? '',
      opener,
      onOpened: () => {
        this.#settle(true)
        dispatch('wallet_modal_opened', {})
      },
      onClosed: () => {
        this.#settle(false)
        dispatch('wallet_modal_closed', { choice: this.#choice })
      },
      onFailed: (error) => this.#giveUp(error),
    }
  }

  #show(): void {
    this.#choice = null
    this.#isOpening = true
    const options = this.#readOptions(this.#findOpener())
    const wait = this.#hasWaited ? null : this.#view.untilReady?.(options.tag)
    if (!wait) return void this.#view.showModal(options)
    // The first frame is in the page's language and direction.
    void wait.then(() => {
      this.#isOpening = false
      this.#hasWaited = this.#store.client.getState().open
      this.update()
    })
  }

  /** Handles that the modal is now on screen, or has left it. */
  #settle(isShown: boolean): void {
    this.#isOpening = false
    this.#hasWaited = false
    this.#isShown = isShown
    if (isShown) this.#tellFailed(null)
    wake(this.#waiters)
  }

  /** The button says that the list could not be shown, or no longer says so. */
  #tellFailed(isFailed: true | null): void {
    const opener = this.#findOpener()
    if (!opener || (opener[PARTS].face !== FAILED && !isFailed)) return
    show(opener, isFailed ? FAILED : IDLE)
  }

  /**
   * Handles that the modal cannot be shown: its waiting callers get the reason, and the next click may try again. A wallet
   * that has been asked may still answer, because the visitor sees its question.
   */
  #giveUp(cause: unknown): void {
    const { client } = this.#store
    const error = new WalletError('view_failed', { cause })
    this.#failure = error
    this.#settle(false)
    const { phase, auth } = client.getState()
    if (isConnecting(phase) && phase !== 'pairing') return void client.setAuth(auth, false)
    this.#tellFailed(true)
    client.abort(error)
    if (client.getState().open) {
      client.dismiss()
      client.tell('error', { code: error.code, message: error.message, error })
    }
  }
}
