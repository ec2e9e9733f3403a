import { readNodes, toNetworks } from '../nodes.js'
import { STARKNET_CHAIN, STARKNET_PATH } from '../sign-in/starknet.js'
import { describeTo, readTheme } from '../studio/frame.js'
import { dress, LOOKS } from '../studio/looks.js'
import { QUESTIONS } from '../studio/questions.js'
import { HOSTS } from '../studio/snippets.js'
import { DEFAULTS, type StudioState, writeAddress } from '../studio/state.js'

/**
 * The product page: the list in a frame, in the look and language that the visitor chooses, the code for it, and a working
 * button. In the demo the button has local chains and a server; elsewhere it has fake wallets.
 */
const find = <E extends HTMLElement>(id: string) => document.getElementById(id) as E
const button = find<HTMLElementTagNameMap['wallet-connect-button']>('live')
const account = find('account')
const hint = account.textContent
const nodes = readNodes()

if (nodes.length) {
  const chains = [...nodes.map(({ chainId }) => `eip155:${chainId}`), STARKNET_CHAIN]
  button.setAttribute('chains', chains.join(' '))
  button.setAttribute('api-url', '/api')
  Object.assign(button, {
    networks: [
      ...toNetworks(nodes),
      { chainId: STARKNET_CHAIN, name: 'Local Starknet', rpcUrls: [location.origin + STARKNET_PATH] },
    ],
  })
} else {
  // The demo wallets have keys, and their code is larger than the page: it comes when the visitor reaches for the button.
  const announce = () =>
    import('../studio/wallets.js').then(({ announcePaperWallets }) => announcePaperWallets())
  let isAsked = false
  for (const type of ['pointerenter', 'focusin', 'touchstart'])
    button.addEventListener(
      type,
      () => {
        if (!isAsked) void announce()
        isAsked = true
      },
      { passive: true },
    )
}

document.addEventListener('wallet_connected', ({ detail }) => {
  account.textContent = `Connected: ${detail.account} on ${detail.chainId}`
})
document.addEventListener('wallet_signed_in', ({ detail }) => {
  account.textContent = `Signed in, as the server says: ${detail.address}`
})
document.addEventListener('wallet_disconnected', () => {
  account.textContent = hint
})

let look = LOOKS[0] as (typeof LOOKS)[number]
let language = 'en'
const showcase = find('showcase')
const wide = find<HTMLIFrameElement>('wide')
const narrow = find<HTMLIFrameElement>('narrow')
const readState = (given: Partial<StudioState> = {}): StudioState =>
  ({
    ...dress(DEFAULTS, look),
    lang: language,
    dir: /^(ar|he)$/.test(language) ? 'rtl' : 'ltr',
    ...given,
  }) as StudioState

/** What the frames show: the list alone, and the list of a page that offers wallets on a phone. */
const WIDE = { wallets: ['injected', 'starknet'] }
const NARROW = { wallets: ['walletConnect', 'argentMobile'], project: '0'.repeat(32) }
const describe = (given: Partial<StudioState>) => () => ({
  query: writeAddress(readState(given)),
  theme: readTheme(),
})
const send = [describeTo(wide, describe(WIDE)), describeTo(narrow, describe(NARROW))]

/** The address of a frame. */
const toFrame = (given: Partial<StudioState>, shows: string) =>
  `${showcase.dataset.frame}?${writeAddress(readState(given))}#${shows}`
// The page itself comes first.
const start = () => {
  wide.src = toFrame(WIDE, 'list')
  if (narrow.checkVisibility()) narrow.src = toFrame(NARROW, 'phone')
}
if (document.readyState === 'complete') start()
else addEventListener('load', start)

const lines = find('lines')
// Whoever copies the lines puts them on a site of their own, where the script's address has to be whole.
const [, base = ''] = /src="([^"]*)embed\.js"/.exec(lines.textContent ?? '') ?? []
const inBase = (file: string) => new URL(file, new URL(base, location.href)).href
const release = {
  script: inBase('embed.js'),
  integrity: lines.dataset.integrity ?? '',
  sheet: inBase('looks.css'),
  sheetIntegrity: lines.dataset.sheetIntegrity ?? '',
}
const TABS = ['html', 'react', 'next', 'vue', 'wordpress']
let host = 'html'
const copy = find<HTMLButtonElement>('copy')

function show(): void {
  for (const one of send) one()
  lines.textContent = (HOSTS[host]?.write(readState(), release) ?? [])
    .map(({ code }) => code.trim())
    .join('\n\n')
  copy.textContent = 'Copy'
  const studio = find<HTMLAnchorElement>('to-studio')
  const query = writeAddress(readState())
  studio.href = `${studio.href.replace(/[?#].*/, '')}${query && `?${query}`}#${host}`
}

/** A row of buttons, of which one is pressed. */
function offer(
  id: string,
  choices: readonly (readonly [name: string, text: string])[],
  choose: (name: string) => void,
) {
  const row = find(id)
  row.replaceChildren(
    ...choices.map(([name, text], index) => {
      const one = document.createElement('button')
      Object.assign(one, { type: 'button', textContent: text, ariaPressed: String(index === 0) })
      one.dataset.name = name
      one.addEventListener('click', () => {
        for (const other of row.children) other.ariaPressed = String(other === one)
        choose(name)
        show()
      })
      return one
    }),
  )
}
offer(
  'looks',
  LOOKS.map(({ name }) => [name, name]),
  (name) => {
    look = LOOKS.find((one) => one.name === name) ?? look
  },
)
for (const one of find('looks').children) {
  const { answers } = LOOKS.find(({ name }) => name === (one as HTMLElement).dataset.name) ?? look
  ;(one as HTMLElement).style.setProperty(
    '--look',
    String(answers.accent ?? (answers.look ? '#14171c' : '#2f5bea')),
  )
}
offer(
  'hosts',
  TABS.map((name) => [name, HOSTS[name]?.title ?? name]),
  (name) => {
    host = name
  },
)
const tongue = find<HTMLSelectElement>('tongue')
const languages = QUESTIONS.find(({ name }) => name === 'lang')
for (const [tag, name] of Object.entries(languages?.kind === 'word' ? languages.words : {}))
  tongue.add(new Option(name, tag))
tongue.addEventListener('change', () => {
  language = tongue.value
  show()
})
document.addEventListener('theme-change', show)
show()

copy.addEventListener('click', async () => {
  const copied = await navigator.clipboard.writeText(lines.textContent ?? '').then(
    () => true,
    () => false,
  )
  copy.textContent = copied ? 'Copied' : 'Select the text to copy it'
})
