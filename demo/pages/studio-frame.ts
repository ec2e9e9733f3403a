import { readAddress } from '../studio/state.js'
import { toAttributes } from '../studio/tag.js'
import { announcePaperWallets } from '../studio/wallets.js'

/** The button as the studio's address describes it, with demo wallets that need no chain. */
const { state } = readAddress(location.search)
announcePaperWallets()

document.documentElement.dir = String(state.dir)
document.documentElement.lang = String(state.lang)
document.documentElement.classList.add(String(state.theme))

const button = document.createElement('wallet-connect-button')
for (const [name, value] of toAttributes(state)) {
  if (name === 'style') {
    for (const entry of String(value).split('; ')) {
      const [property = '', content = ''] = entry.split(': ')
      button.style.setProperty(property, content)
    }
  } else if (name !== 'api-url') button.setAttribute(name, value === true ? '' : value)
}
// This page has no server, so it accepts every signature, as only a demo may.
Object.assign(button, {
  signInAdapter: {
    getNonce: () => crypto.randomUUID().replaceAll('-', ''),
    verify: () => true,
    signOut: () => undefined,
  },
  storage: sessionStorage,
})
document.body.append(button)

const script = document.createElement('script')
script.src = new URL('../dist/embed.js', import.meta.url).href
document.head.append(script)
