import { loadTexts, readLanguage } from '../../src/view/i18n/languages.js'
import { LANGUAGES } from '../../src/view/i18n/names.js'
import { createList } from '../../src/view/index.js'
import { leaveFocus } from '../studio/leave-focus.js'
import { drawButton, toSignIn } from './button-host.js'
import { createGalleryClient } from './client.js'
import { IDLE } from './data.js'
import { type GalleryState, STATES } from './states.js'

/**
 * The gallery: it shows the state of the view that the page's address names, without a wallet.
 *
 * `?state=menu&theme=dark&lang=ar&dir=rtl&look=paper&accent=%23d8f24a`; each is optional. Without a state it lists all.
 */
const query = new URLSearchParams(location.search)
const read = (name: string) => query.get(name) ?? ''
const theme = (['dark', 'light'] as const).find((one) => one === read('theme')) ?? 'system'
const tag = read('lang') || (read('dir') === 'rtl' ? 'ar' : 'en')

/** Resolves after the next frame was drawn. */
const nextFrame = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

async function find(root: ShadowRoot, selector: string): Promise<HTMLElement> {
  for (;;) {
    const found = root.querySelector<HTMLElement>(selector)
    if (found) return found
    await nextFrame()
  }
}

/** A click with a pointer, because the view draws a focus ring only for keys. */
const click = (node: HTMLElement) => node.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))

/** Types into a field of React, which has its own setter. */
function type(field: HTMLElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** A phone's user agent. */
const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/131.0 Mobile Safari/537.36'

async function show(
  name: string,
  { state, props, signsIn, menu, press = [], search, phone, terms, ...answers }: GalleryState,
) {
  if (phone) Object.defineProperty(navigator, 'userAgent', { value: PHONE })
  const client = createGalleryClient({ ...IDLE, ...state }, answers)
  const signIn = toSignIn(!!signsIn)
  const element = document.createElement('wallet-connect-button')
  if (read('look')) element.setAttribute('look', read('look'))
  if (read('accent')) element.style.setProperty('--wcb-accent', read('accent'))
  for (const [property, value] of new URLSearchParams(location.search))
    if (property.startsWith('--wcb-')) element.style.setProperty(property, value)
  document.querySelector('#place')?.append(element)
  if (client.getState().status === 'connected') element.dataset.status = 'connected'
  const root = drawButton(element, { client, signIn, props: { theme, tag, ...props } })
  // The looks are a separate part.
  while (read('look') && !getComputedStyle(element).getPropertyValue('--wcb-radius')) await nextFrame()
  if (client.getState().open) {
    const modal = createList({
      client,
      signIn,
      theme,
      tag,
      fontHref: '',
      look: read('look'),
      termsUrl: read('terms') || (terms ? '/terms' : ''),
      privacyUrl: read('privacy') || (terms ? '/privacy' : ''),
      opener: element,
      isHidden: false,
      move: (to) => to === 'closed' && modal.end(),
      fail: (error) => console.error(error),
    })
    modal.show()
    client.subscribe(() => (client.getState().open ? modal.update() : modal.end()))
  }
  const modal = document.querySelector('wallet-connect-modal')?.shadowRoot
  if (menu) {
    click(await find(root, '[part=button]'))
    await find(root, '[role=menu]')
  }
  // The views after the list are a separate part.
  const { phase } = client.getState()
  if (modal) await find(modal, phase === 'choosing' ? '.foot > *' : '.stage, .pairing')
  if (search && modal) type(await find(modal, '.search'), search)
  for (const key of press) click(await find(modal ?? root, modal ? key : `[data-key="${key}"]`))
  document.title = name
}

/** Lists links to each state in each theme. */
function list() {
  const table = document.createElement('table')
  for (const name of Object.keys(STATES)) {
    const row = table.insertRow()
    row.insertCell().textContent = name
    for (const rest of ['theme=light', 'theme=dark', 'theme=light&dir=rtl', 'theme=dark&lang=de']) {
      const link = document.createElement('a')
      link.href = `?state=${name}&${rest}`
      link.textContent = rest.replaceAll('&', ', ').replaceAll('=', ' ')
      row.insertCell().append(link)
    }
  }
  document.querySelector('main')?.replaceChildren(table)
}

document.documentElement.dataset.theme = theme
// In a frame of the studio: the view alone, and the focus stays with the page around.
if (query.has('bare')) {
  document.documentElement.dataset.bare = ''
  leaveFocus()
}
document.documentElement.lang = tag
document.documentElement.dataset.languages = ['en', ...LANGUAGES].join(' ')
document.documentElement.dataset.states = Object.keys(STATES).join(' ')
await loadTexts(tag)
document.documentElement.dir = read('dir') || readLanguage(tag).dir
const shown = read('state')
const gallery = Object.hasOwn(STATES, shown) ? STATES[shown] : undefined
if (gallery) await show(shown, gallery)
else list()
await document.fonts.ready
await nextFrame()
// Code that waits for the page, such as a test, can now see that it is drawn.
document.documentElement.dataset.drawn = ''
