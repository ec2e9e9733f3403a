import { mayOpenWindow } from '../../platform/environment.js'
import { afterPaint } from '../../platform/time.js'
import { words } from '../../platform/words.js'
import { fetchConnectCode } from './connect-code.js'
import { loadFont } from './font.js'
import type { HostOptions, ModalHost } from './options.js'
import type { Shown, ViewProps } from './view-props.js'
import { fetchViews } from './views-part.js'

/**
 * Creates what speaks for a modal. Its status region lasts as long as the modal, and says the sentence that a view carries in
 * `data-say`, once; after the heading when the heading has changed since the view appeared, which began with the focus on it.
 *
 * @returns call it with the view's name when the view was drawn
 */
function createSpeaker(root: ShadowRoot): (view: string) => void {
  let shown = ''
  let first = ''
  let hadNode = false
  return (view) => {
    const node = root.querySelector<HTMLElement>('[data-say]')
    const heading = node?.querySelector('h2')?.textContent ?? ''
    if (view !== shown || !hadNode) first = heading
    shown = view
    hadNode = !!node
    const text = [heading !== first && heading, node?.dataset.say].filter(Boolean).join('. ')
    const region = root.querySelector('[role=status]')
    if (region && region.textContent !== text) region.textContent = text
  }
}

/** What a modal does on the page when it is drawn: its dialog opens; focus, height and status region follow the view. */
export interface Presence {
  /**
   * These props are on screen.
   *
   * @param onRest called once after the first paint
   */
  follow(props: ViewProps, onRest: () => void): void
}

/** An app's view opens the app as soon as the code exists, by itself if the phone still allows it. */
function createAppOpener(): (props: ViewProps) => void {
  /** The code that the app has been opened with, while its view is shown. */
  let taken: string | undefined
  return (props) => {
    const { views } = props.parts
    const uri = props.state.attempt?.uri
    if (!views?.isApp(props)) taken = undefined
    // A code that existed at the tap is already in the app.
    else if (taken === undefined) taken = uri ?? ''
    else if (uri && !taken) {
      taken = uri
      if (mayOpenWindow()) views.openChosenApp(props)
    }
  }
}

/** Notes which row of the list, or that its foot, was used: whoever comes back to the list finds the focus there. */
function noteUse(root: ShadowRoot, shown: Shown, signal: AbortSignal): Shown {
  const note = ({ target }: Event) => {
    const used = (target as Element).closest<HTMLElement>('[data-row], .foot .plain')
    const { row } = used?.dataset ?? {}
    if (used) shown.from = row === undefined ? '.foot .plain' : `[data-row="${CSS.escape(row)}"] > .wallet`
  }
  root.addEventListener('click', note, { capture: true, signal })
  return shown
}

/** Creates it. @param onPaint called when a view, or other choices, have been painted */
export function createPresence(host: ModalHost, options: HostOptions, onPaint: () => void): Presence {
  const { signal } = options
  const root = host.shadowRoot as ShadowRoot
  const speak = createSpeaker(root)
  const shown = noteUse(root, { view: '', height: 0, top: 0 }, signal)
  /** What was painted last. */
  let seen: { name: string; fontHref: string; choices: unknown; content: unknown } | undefined
  const openApp = createAppOpener()

  /** What waits until the browser has painted the view, and laid it out anyway. */
  function prepare(
    card: HTMLElement,
    name: string,
    { state: { choices }, list, parts }: ViewProps,
    onRest: () => void,
  ) {
    const { fontHref } = options
    const last = seen
    // A list, or a spinner, stays on screen until the part of the view has loaded.
    const content = list ? 'list' : parts.views
    if (
      last?.name === name &&
      last.fontHref === fontHref &&
      last.choices === choices &&
      last.content === content
    )
      return
    seen = { name, fontHref, choices, content }
    afterPaint(() => {
      if (signal.aborted) return
      if (!shown.view) Object.assign(shown, { view: name, height: card.offsetHeight, top: card.offsetTop })
      if (last?.choices !== choices) fetchConnectCode(choices)
      loadFont(host.ownerDocument, fontHref)
      const { backgroundColor, color, fontFamily, borderTopLeftRadius } = getComputedStyle(card)
      words.look = { background: backgroundColor, color, fontFamily, borderRadius: borderTopLeftRadius }
      speak(name)
      onPaint()
      if (last) return
      fetchViews(({ dress }) => signal.aborted || dress(root))
      onRest()
    })
  }

  return {
    follow(props, onRest) {
      const card = root.querySelector<HTMLElement>('.card')
      const dialog = card?.closest('dialog')
      if (!card || !dialog) return
      const name = `${props.place.view} ${props.place.page ?? ''}`
      const { views } = props.parts
      views?.dress(root)
      if (!options.open(dialog) && shown.view) views?.changeView(card, name, shown)
      if (signal.aborted) return
      // The first sentence comes after the paint: it is read only where the region was there before.
      if (seen) speak(name)
      prepare(card, name, props, onRest)
      openApp(props)
    },
  }
}
