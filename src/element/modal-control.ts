import { toRows } from '../client/list-rows.js'
import { isConnecting } from '../client/machine.js'
import { WalletError } from '../errors/wallet-error.js'
import { NativePromise } from '../platform/natives.js'
import type { WalletConnectButton } from './button-api.js'
import { refresh } from './loading.js'
import { PARTS } from './parts.js'
import type { ElementStore } from './store.js'
import type { DrawnList, ListLook, ModalOptions, SignInActions, View } from './view-contract.js'
import { readViewProps } from './view-props.js'

/**
 * How far the list of a store is: it is drawn out of sight; it waits for its code and its language; its host is on the page; its
 * dialog is open, of which the page hears within this task; the page has heard.
 */
type Stage = 'closed' | 'prepared' | 'loading' | 'opening' | 'drawn' | 'shown'

/** What may follow each stage. What is not listed comes too late, and changes nothing. */
const NEXT: Readonly<Record<Stage, readonly Stage[]>> = {
  closed: ['prepared', 'loading', 'opening'],
  prepared: ['loading', 'opening', 'closed'],
  loading: ['opening', 'closed'],
  opening: ['drawn', 'closed'],
  drawn: ['shown'],
  shown: ['closed'],
}

/** A caller that waits for the list. */
interface Waiter {
  isOver(): boolean
  resolve(): void
  reject(error: WalletError): void
}

/** The store whose list is on the page. */
let onPage: ModalControl | undefined

/** The list of a store: it is on screen as its client's state says. All that changes over time in it is changed by `#move`. */
export class ModalControl {
  readonly #store: ElementStore & { readonly signIn: SignInActions }
  readonly #view: View
  #stage: Stage = 'closed'
  /** The options of the list, from when it is prepared or loaded until it closes, and the list that the view has made of them. */
  #options: ModalOptions | undefined
  #drawn: DrawnList | undefined
  #choice: string | null = null
  readonly #waiters = new Set<Waiter>()

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
    if (status !== 'idle' || (opener.mode !== 'alwaysAsk' && toRows(choices, chains, wallets).length < 2))
      return
    if (this.#stage !== 'closed') return
    const options = this.#createOptions(opener)
    const drawn = this.#view.createList(options)
    if (!drawn) return
    this.#options = options
    this.#drawn = drawn
    this.#move('prepared')
    drawn.prepare()
  }

  /** The client's state has changed. */
  update(): void {
    const { open, phase } = this.#store.client.getState()
    const isIdle = this.#stage === 'closed' || this.#stage === 'prepared'
    try {
      if (open && isIdle) this.#show()
      else if (open) this.#drawn?.update()
      else if (!isIdle || phase !== 'ready') this.#options?.move('closed')
    } catch (error) {
      this.#options?.fail(error)
    }
    this.#wake()
  }

  /** An attribute of an element has changed. */
  refresh(): void {
    if (this.#stage === 'shown') this.#drawn?.update(this.#readLook(this.#findOpener()))
  }

  /** Resolves when the list is on screen, or when the client no longer wants it there. @throws WalletError `view_failed` */
  untilShown(): Promise<void> {
    return this.#until(() => this.#stage === 'shown' || !this.#store.client.getState().open)
  }

  /** Resolves when the list has left the screen, or when the client wants it there again. */
  untilHidden(): Promise<void> {
    return this.#until(() => this.#stage !== 'shown' || this.#store.client.getState().open)
  }

  #until(isOver: () => boolean): Promise<void> {
    return new NativePromise((resolve, reject) => {
      this.#waiters.add({ isOver, resolve, reject })
      this.#wake()
    })
  }

  /** @param failure why the list that is waited for will not come */
  #wake(failure?: WalletError): void {
    for (const waiter of [...this.#waiters]) {
      const isOver = waiter.isOver()
      if (!isOver && !failure) continue
      this.#waiters.delete(waiter)
      if (isOver) waiter.resolve()
      else waiter.reject(failure as WalletError)
    }
  }

  #findOpener(): WalletConnectButton | null {
    const { used, elements } = this.#store
    return used ?? elements.values().next().value ?? null
  }

  #readLook(opener: WalletConnectButton | null): ListLook {
    const props = opener ? readViewProps(opener) : null
    return {
      theme: props?.theme ?? 'system',
      tag: props?.tag ?? 'en',
      fontHref: opener?.fontHref ?? '',
      look: props?.look ?? 'standard',
      termsUrl: opener?.termsUrl ?? '',
      privacyUrl: opener?.privacyUrl ?? '',
      opener,
    }
  }

  #createOptions(opener: WalletConnectButton | null): ModalOptions {
    const { client, signIn } = this.#store
    const isCurrent = () => this.#options === options
    const isHidden = () => isCurrent() && /prepared|loading/.test(this.#stage)
    const move = (to: Stage, failure?: WalletError) => {
      // A page that has not heard yet of the list hears of it before it closes.
      if (isCurrent() && this.#stage === 'drawn' && to === 'closed') this.#move('shown')
      if (isCurrent()) this.#move(to, failure)
      // A page's listener may close the list, which must not happen while React renders.
      if (to === 'drawn') queueMicrotask(() => isCurrent() && this.#move('shown'))
    }
    const options: ModalOptions = {
      client,
      signIn,
      ...this.#readLook(opener),
      get isHidden() {
        return isHidden()
      },
      move: (to) => move(to),
      fail: (cause) => move('closed', new WalletError('view_failed', { cause })),
    }
    return options
  }

  #show(): void {
    this.#choice = null
    const opener = this.#findOpener()
    this.#options ??= this.#createOptions(opener)
    const options = Object.assign(this.#options, this.#readLook(opener))
    const wait = this.#view.untilReady?.(options.tag)
    if (!wait) return this.#open(options)
    // The first frame is in the page's language and direction.
    this.#move('loading')
    void wait.then(() => this.#options === options && this.#open(options))
  }

  /** Shows the list, in place of another store's. */
  #open(options: ModalOptions): void {
    const { open, phase } = this.#store.client.getState()
    if (!open) return options.move('closed')
    if (onPage) onPage.#options?.move('closed')
    if (this.#options !== options) return
    onPage = this
    Object.assign(options, this.#readLook(this.#findOpener()))
    // What was drawn out of sight is the list, and not what the client shows by now.
    if (phase !== 'choosing') this.#drop()
    this.#move('opening')
    try {
      this.#drawn ??= this.#view.createList(options) as DrawnList
      this.#drawn.show()
    } catch (error) {
      options.fail(error)
    }
  }

  #drop(): void {
    const drawn = this.#drawn
    this.#drawn = undefined
    drawn?.end()
  }

  /** Moves the list to a stage, with all that follows from it. */
  #move(to: Stage, failure?: WalletError): void {
    const from = this.#stage
    if (!NEXT[from].includes(to)) return
    const { client, dispatch } = this.#store
    this.#stage = to
    if (to === 'shown') {
      this.#tellFailed(null)
      this.#wake()
      dispatch('wallet_modal_opened', {})
    }
    if (to !== 'closed') return
    this.#options = undefined
    if (onPage === this) onPage = undefined
    this.#drop()
    if (from === 'prepared') return
    if (!failure && client.getState().open) client.dismiss()
    this.#wake(failure)
    if (from === 'shown') dispatch('wallet_modal_closed', { choice: this.#choice })
    if (failure) this.#giveUp(failure)
  }

  /** The button says that the list could not be shown, or no longer says so. */
  #tellFailed(isFailed: true | null): void {
    const opener = this.#findOpener()
    if (!opener || (!opener[PARTS].failed && !isFailed)) return
    opener[PARTS].failed = isFailed
    refresh(opener)
  }

  /**
   * Handles that the list cannot be shown: the call gets the reason, and the next click may try again. A wallet that has been
   * asked may still answer, because the visitor sees its question.
   */
  #giveUp(error: WalletError): void {
    const { client } = this.#store
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
