import { dressButton } from '../studio/dress-button.js'
import { leaveFocus } from '../studio/leave-focus.js'
import { readAddress } from '../studio/state.js'

/**
 * The button as the studio's address describes it. The page around may describe it anew at any time: what is open
 * stays open. The hash says how it begins: `#list` with an open list, `#phone` with an open list on a phone.
 */
const shows = location.hash.slice(1)
const isShown = shows === 'list' || shows === 'phone'

/** A phone's user agent. */
const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/131.0 Mobile Safari/537.36'
if (shows === 'phone') Object.defineProperty(navigator, 'userAgent', { value: PHONE })

if (shows === 'list') void import('../studio/light-wallets.js').then((own) => own.announceLightWallets())
else if (!isShown) void import('../studio/wallets.js').then((own) => own.announcePaperWallets())

const button = document.createElement('wallet-connect-button')
// This page has no server, so it accepts every signature, as only a demo may.
Object.assign(button, {
  signInAdapter: {
    getNonce: () => crypto.randomUUID().replaceAll('-', ''),
    verify: () => true,
    signOut: () => undefined,
  },
  storage: sessionStorage,
})
// In a showcase the page around the list is empty, so that it need not be dimmed.
if (isShown) {
  leaveFocus()
  button.style.setProperty('--wcb-overlay', 'transparent')
}
dressButton(button, readAddress(location.search).state)
document.body.append(button)

/** What the page around says: the query of a studio's address, and its own theme. */
interface Description {
  query: string
  theme?: string
}
// Only a page of this origin reaches this window, and can dispatch an event at it.
addEventListener('describe', (event) => {
  const { query, theme } = (event as CustomEvent<Description>).detail
  leaveFocus()
  dressButton(button, readAddress(query).state, theme)
})

const script = document.createElement('script')
script.src = new URL('../dist/embed.js', import.meta.url).href
script.onload = () => {
  // Without a list the frame shows the button, which is no less true.
  if (isShown) button.open().catch(() => undefined)
}
document.head.append(script)
