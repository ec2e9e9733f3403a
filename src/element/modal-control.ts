import { toRows } from '../client/list-rows.js'
import { isConnecting } from '../client/machine.js'
import { WalletError } from '../errors/wallet-error.js'
import { NativePromise } from '../platform/natives.js'
import type { WalletConnectButton } from './button-api.js'
import { IDLE, LOAD_FAILED } from './face/face.js'
import { readTag } from './face/tag.js'
import { show } from './loading.js'
import { PARTS } from './parts.js'
import type { ElementStore } from './store.js'
import type { DrawnList, ListLook, ModalOptions, SignInActions, View } from './view-contract.js'
import { readViewProps } from './view-props.js'

/**
 * How far the list of a store is: there is none; it is drawn out of sight; it waits for its code and its language; its host is on the
 * page; its dialog is open, and the page has heard of it.
 */
type Stage = 'closed' | 'prepared' | 'loading' | 'opening' | 'shown'

/** What may follow each stage. What is not listed comes too late, and changes nothing. */
const NEXT: Readonly<Record<Stage, string>> = {
  closed: 'prepared loading opening',
  prepared: 'loading opening closed',
  loading: 'opening closed',
  opening: 'shown closed',
  shown: 'closed',
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
  /** Wakes a caller that waits for the list, and says why the list that it waits for will not come. */
  readonly #waiters = new Set<(failure?: WalletError) => void>()

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
    const isList = opener.mode === 'alwaysAsk' || toRows(choices, chains, wallets).length > 1
    if (status !== 'idle' || !isList || this.#options) return
    const options = this.#createOptions(opener)
    this.#drawn = this.#view.createList(options)
    if (!this.#drawn) return
    this.#options = options
    this.#move('prepared')
    this.#drawn.prepare()
  }

  /** The client's state has changed. */
  update(): void {
    const { open, phase } = this.#store.client.getState()
    const isIdle = /closed|prepared/.test(this.#stage)
    try {
      if (open && isIdle) this.#show()
      else if (open) this.#drawn?.update()
      else if (!isIdle || phase !== 'ready') this.leave()
    } catch (error) {
      this.#fail(error)
    }
    this.#wake()
  }

  /** Takes the list off the page, or forgets the one that is to come. */
  leave(): void {
    this.#move('closed')
  }

  /** An attribute of an element has changed. */
  refresh(): void {
    if (this.#stage === 'shown') this.#drawn?.update(this.#readLook())
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
      const check = (failure?: WalletError) => {
        if (isOver()) resolve()
        else if (failure) reject(failure)
        else return
        this.#waiters.delete(check)
      }
      this.#waiters.add(check)
      check()
    })
  }

  #wake(failure?: WalletError): void {
    for (const check of [...this.#waiters]) check(failure)
  }

  #findOpener(): WalletConnectButton | null {
    const { used, elements } = this.#store
    return used ?? elements.values().next().value ?? null
  }

  #readLook(opener = this.#findOpener()): ListLook {
    const props = opener ? readViewProps(opener) : null
    return {
      theme: props?.theme ?? 'system',
      tag: props?.tag ?? readTag(document.documentElement),
      fontHref: opener?.fontHref ?? '',
      look: props?.look ?? 'standard',
      termsUrl: opener?.termsUrl ?? '',
      privacyUrl: opener?.privacyUrl ?? '',
      opener,
    }
  }

  #createOptions(opener?: WalletConnectButton): ModalOptions {
    const { client, signIn } = this.#store
    const isCurrent = () => this.#options === options
    const isHidden = () => isCurrent() && /prepared|loading/.test(this.#stage)
    const options: ModalOptions = {
      client,
      signIn,
      ...this.#readLook(opener),
      get isHidden() {
        return isHidden()
      },
      move: (to) => isCurrent() && this.#move(to),
      fail: (cause) => isCurrent() && this.#fail(cause),
    }
    return options
  }

  #show(): void {
    this.#choice = null
    this.#move('loading')
    this.#options ??= this.#createOptions()
    const options = Object.assign(this.#options, this.#readLook())
    const wait = this.#view.untilReady?.(options.tag)
    // The first frame is in the page's language and direction.
    if (wait) void wait.then(() => this.#options === options && this.#open(options))
    else this.#open(options)
  }

  /** Shows the list, in place of another store's. */
  #open(options: ModalOptions): void {
    const { open, phase } = this.#store.client.getState()
    if (!open) return void this.leave()
    try {
      onPage?.leave()
      // A listener of the page may have closed this one.
      if (this.#options !== options) return
      onPage = this
      Object.assign(options, this.#readLook())
      // What was drawn out of sight is the list, and not what the client shows by now.
      if (phase !== 'choosing') this.#drop()
      this.#move('opening')
      this.#drawn ??= this.#view.createList(options) as DrawnList
      this.#drawn.show()
    } catch (error) {
      options.fail(error)
    }
  }

  /** The list cannot be shown, or no longer. */
  #fail(cause: unknown): void {
    this.#move('closed', new WalletError('view_failed', { cause }))
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
    if (from === 'prepared' && !failure) return
    if (!failure && client.getState().open) client.dismiss()
    this.#wake(failure)
    if (from === 'shown') dispatch('wallet_modal_closed', { choice: this.#choice })
    if (failure) this.#giveUp(failure)
  }

  /** The button says that the list could not be shown, or no longer says so. */
  #tellFailed(isFailed: true | null): void {
    const opener = this.#findOpener()
    if (!opener || (opener[PARTS].face !== LOAD_FAILED && !isFailed)) return
    show(opener, isFailed ? LOAD_FAILED : IDLE)
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
