import type { WalletState } from '../../client/state.js'
import type { Part } from '../../platform/chunks.js'
import { isMobile } from '../../platform/environment.js'
import { clearTimer, setTimer, ticks } from '../../platform/natives.js'
import { words } from '../../platform/words.js'
import { COPIED_SHOWN } from '../copy-text.js'
import { SENTENCES } from '../failure/describe-failure.js'
import { loadTexts, readLanguage, readyTag } from '../i18n/languages.js'
import { MARKS } from '../marks/marks-part.js'
import { fetchPart } from '../part.js'
import { createClock } from './clock.js'
import { createList, type ListMemory } from './list.js'
import { type HostOptions, type ModalHost, OPTIONS } from './options.js'
import { follow, isList, isPairingView, isPhone } from './place.js'
import { createPresence, type Presence } from './presence.js'
import type { Place, ViewProps } from './view-props.js'
import { CODE, VIEWS } from './views-part.js'
import { BROKEN_ICONS } from './wallet-icon.js'

/** Loads the parts of a modal's views. @param onChange called when one has arrived or is lost */
function createNeeds(onChange: () => void) {
  const wanted = new Map<unknown, unknown>()
  const lost = new Set<unknown>()
  /** Loads a part that is needed for a reason. Another reason tries again. */
  function need<T>(part: Part<T>, reason: unknown): T | undefined {
    if (reason && !part.value && wanted.get(part) !== reason) {
      wanted.set(part, reason)
      lost.delete(part)
      fetchPart(part, part.value, onChange, () => {
        lost.add(part)
        onChange()
      })
    }
    return part.value
  }
  function fetchCode(): void {
    wanted.delete(CODE)
    onChange()
  }
  return (
    { phase, attempt, error, auth, ...state }: WalletState,
    { view, page }: Place,
    isHidden: boolean,
  ) => {
    // A phone's rows have links to the apps from this part. Another phase tries again.
    const isListOnly = phase === 'choosing' && view === 'list' && !page && !isMobile()
    const isPairing = isPhone({ attempt, choices: state.choices }) || !!attempt?.uri
    const isCode = isPairingView({ view, page }) && isPairing && (!isMobile() || page === 'code')
    return {
      views: need(VIEWS, !isHidden && !isListOnly && `${phase} ${page}`),
      // With the attempt, so that a failure is explained at once.
      sentences: need(SENTENCES, error ?? auth.error ?? attempt),
      code: need(CODE, (isCode || page === 'phone') && `${view} ${page}`),
      fetchCode: lost.has(CODE) ? fetchCode : undefined,
    }
  }
}

/** A view that an attempt brings stays for this long, in ms. */
const SHORTEST = 150

const models = new WeakMap<HostOptions, Model>()

/** The model of a modal; null when its host carries no options, or when it cannot be drawn at all. */
export function readModel(host: Element): Model | null {
  const options = (host as ModalHost)[OPTIONS]
  if (!options) return null
  try {
    const model = models.get(options) ?? new Model(host as ModalHost, options)
    models.set(options, model)
    return model
  } catch (error) {
    // Wait until React is done.
    queueMicrotask(() => options.fail(error))
    return null
  }
}

/** What a modal shows and remembers. Whoever draws it reads the props, draws them, and says so. */
export class Model {
  readonly #host: ModalHost
  readonly #options: HostOptions
  readonly #listeners = new Set<() => void>()
  readonly #clock = createClock(() => this.#onTime())
  readonly #loadParts = createNeeds(() => this.update())
  readonly #presence: Presence
  #place: Place
  #list: ListMemory | undefined
  #firstCode = ''
  #copiedAt: number | undefined
  #props: ViewProps
  #tag = ''
  #isDue = false
  /** Set while the waiting view has just come. */
  #fresh: number | undefined

  constructor(host: ModalHost, options: HostOptions) {
    const { client, signal } = options
    this.#host = host
    this.#options = options
    this.#presence = createPresence(host, options, () => {
      this.#fetchMarks()
      if (this.#props.list?.isPart) this.#list?.grow()
    })
    const isListFirst = options.isHidden || client.getState().phase === 'choosing'
    this.#place = { view: isListFirst ? 'list' : 'waiting', hasList: isListFirst }
    this.#props = this.#read()
    options.redraw = this.update
    const unsubscribe = client.subscribe(() => this.#onState())
    signal.addEventListener('abort', () => {
      unsubscribe()
      this.#clock.stop()
      clearTimer(this.#fresh)
    })
    // An icon that the browser cannot draw; the event does not bubble.
    host.shadowRoot?.addEventListener('error', this.#onBroken, { capture: true, signal })
    this.#followLanguage()
  }

  /** What the modal looks like: another object after each change. */
  readonly get = (): ViewProps => this.#props

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  /** Reads everything anew, and tells whoever draws. */
  readonly update = (): void => {
    if (this.#options.signal.aborted) return
    try {
      this.#props = this.#read()
      this.#followLanguage()
      for (const listener of [...this.#listeners]) listener()
    } catch (error) {
      this.fail(error)
    }
  }

  /**
   * The props are on screen, or drawn out of sight.
   *
   * @param onRest called once after the first paint
   */
  painted(onRest = () => {}): void {
    if (this.#options.signal.aborted) return
    this.#list?.settle()
    if (this.#options.isHidden) this.#fetchMarks()
    else this.#presence.follow(this.#props, onRest)
  }

  /** A view has thrown: the modal goes away, and its callers learn why. */
  fail(error: unknown): void {
    this.#options.fail(error)
  }

  #read(): ViewProps {
    const { client, isHidden, theme, tag } = this.#options
    const state = client.getState()
    const language = readLanguage(readyTag(tag, this.#props?.lang))
    words.close = language.texts.close
    const clock = this.#clock.read(state, this.#copiedAt)
    const place = follow(this.#place, state, clock.isSlow, this.#fresh !== undefined)
    if (place.view === 'waiting' && place.view !== this.#place.view) this.#keep()
    this.#place = place
    const { uri = '' } = state.attempt ?? {}
    this.#firstCode = isPairingView(place) ? this.#firstCode || (uri ?? '') : ''
    const given = {
      ...language,
      client,
      state,
      theme,
      options: this.#options,
      host: this.#host,
      place,
      clock,
      isFirstCode: this.#firstCode === (uri ?? ''),
      parts: this.#loadParts(state, place, isHidden),
      go: this.#go,
    }
    if (!isList(place, state)) this.#list = undefined
    else this.#list ??= createList(() => this.#host.shadowRoot?.querySelector('.rows') ?? null, this.update)
    return { ...given, list: this.#list?.read(given) }
  }

  /** Keeps a view on screen for a moment, because nobody could read it otherwise. */
  #keep(): void {
    clearTimer(this.#fresh)
    this.#fresh = setTimer(() => {
      this.#fresh = undefined
      this.update()
    }, SHORTEST)
  }

  /** Loads the marks of wallets where a wallet is drawn without an icon. */
  #fetchMarks(): void {
    if (this.#host.shadowRoot?.querySelector('.soon')) fetchPart(MARKS, MARKS.value, this.update)
  }

  readonly #go = (patch: Partial<Place>): void => {
    this.#place = { ...this.#place, ...patch }
    if (patch.copied !== undefined) this.#copiedAt = patch.copied === 'copied' ? ticks() : undefined
    this.update()
  }

  #onTime(): void {
    if (this.#copiedAt !== undefined && ticks() - this.#copiedAt >= COPIED_SHOWN) this.#go({ copied: null })
    else this.update()
  }

  /** Once for all changes of a task. */
  #onState(): void {
    if (this.#isDue) return
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      const { client, isHidden } = this.#options
      const next = client.getState()
      const { state } = this.#props
      // Out of sight, only a change of the rows is drawn. A modal that closes goes away as it looks.
      if (isHidden ? next.choices !== state.choices : next.open && next !== state) this.update()
    })
  }

  readonly #onBroken = ({ target }: Event): void => {
    const source = (target as Element).getAttribute('src')
    if (!source) return
    BROKEN_ICONS.add(source)
    this.update()
  }

  /** Loads the language that the page has set last. */
  #followLanguage(): void {
    const { tag } = this.#options
    if (tag === this.#tag) return
    this.#tag = tag
    void loadTexts(tag).then((isNew) => isNew && this.update())
  }
}
