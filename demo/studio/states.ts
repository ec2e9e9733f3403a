import { setProperties } from './dress-button.js'
import { type StudioState, writeAddress } from './state.js'
import { toProperties } from './tag.js'

/** The states that the studio shows beside each other, by their names in the gallery. */
const STATES = {
  list: 'List of wallets',
  waiting: 'Waiting for a wallet',
  'failed-user_rejected': 'The visitor has declined',
  code: 'Code for a phone',
  'sign-in': 'Sign-in',
  menu: 'Account menu',
  'phone-list': 'List on a phone',
  'get-wallet': 'No wallet yet',
}

/** Answers that a drawn state takes live. */
const LIVE = ['accent', 'background', 'surface', 'text', 'muted', 'border', 'radius', 'font']
const DRESSED = 'wallet-connect-button, wallet-connect-modal'

/** The address of a state in the gallery. */
function toQuery(state: StudioState, name: string, theme: string): string {
  const query = new URLSearchParams({
    state: name,
    theme,
    lang: String(state.lang),
    dir: String(state.dir),
    bare: '',
  })
  if (state.look !== 'plain') query.set('look', String(state.look))
  for (const [property, value] of toProperties(state)) query.set(property, value)
  return query.toString()
}

function makeFigure(source: string, title: string): HTMLElement {
  const figure = document.createElement('figure')
  const caption = document.createElement('figcaption')
  const frame = document.createElement('iframe')
  caption.textContent = title
  Object.assign(frame, { title, src: source, loading: 'lazy', inert: true })
  figure.append(caption, frame)
  return figure
}

/**
 * Shows every state in a frame of its own, in the theme of the answers, or in both themes if the visitor's system decides.
 *
 * @param gallery the address of the gallery
 */
export function createStates(root: HTMLElement, gallery: string): (state: StudioState) => void {
  let drawn = ''
  return (state) => {
    const key = writeAddress({ ...state, ...Object.fromEntries(LIVE.map((name) => [name, ''])) })
    if (drawn === `?${key}`) {
      for (const { contentDocument } of root.querySelectorAll('iframe'))
        for (const node of contentDocument?.querySelectorAll<HTMLElement>(DRESSED) ?? [])
          setProperties(node, state)
      return
    }
    drawn = `?${key}`
    const themes = state.theme === 'system' ? ['light', 'dark'] : [String(state.theme)]
    root.replaceChildren(
      ...Object.entries(STATES).flatMap(([name, title]) =>
        themes.map((theme) =>
          makeFigure(
            `${gallery}?${toQuery(state, name, theme)}`,
            themes.length > 1 ? `${title}, ${theme}` : title,
          ),
        ),
      ),
    )
  }
}
