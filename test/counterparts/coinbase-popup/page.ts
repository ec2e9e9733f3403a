import { perform, type WalletChains } from './account.js'
import { decrypt, deriveSecret, type Encrypted, encrypt, loadOwnKeys } from './wire.js'

/**
 * The wallet's page: it speaks the popup protocol to the page that opened it, and asks the visitor about everything.
 *
 * `?fault=` makes it misbehave: `silent` never reports that it has loaded, `mute` answers nothing, `hello-only` closes
 * itself after its first message, `strange-kind`, `strange-accounts` and `strange-secret` give invalid answers;
 * `farewell=no` closes without a message; `only` names the only chain that it knows; `kind=app` links the app on a
 * phone by a code instead; `stay` keeps it open after an answer.
 */
const query = new URLSearchParams(location.search)
const fault = query.get('fault')
const opener = window.opener as Window | null
const origin = query.get('origin') ?? ''
const find = <E extends HTMLElement>(id: string) => document.getElementById(id) as E
const known: WalletChains = JSON.parse(find('chains').textContent ?? '{}')
const only = query.get('only')
const chains: WalletChains = {
  ...(only ? { [only]: known[only] } : known),
  ...JSON.parse(localStorage.getItem('chains') ?? '{}'),
}

interface Ask {
  id: string
  event?: string
  data?: { session?: object; connected?: boolean }
  sender: string
  content: { handshake?: { method: string; params: unknown }; encrypted?: Encrypted }
}

/** The request that is answered once the app is linked. */
let selecting: string | undefined

const post = (message: unknown) => opener?.postMessage(message, origin)

/** Shows a prompt. Resolves with whether the visitor has approved. */
function prompt(method: string, detail: unknown): Promise<boolean> {
  find('method').textContent = method
  find('detail').textContent = JSON.stringify(detail, null, 1)
  const buttons = find<HTMLFieldSetElement>('buttons')
  buttons.disabled = false
  return new Promise((resolve) => {
    find('approve').onclick = () => resolve(true)
    find('reject').onclick = () => resolve(false)
  }).then((approved) => {
    buttons.disabled = true
    return approved as boolean
  })
}

async function answer(ask: Ask): Promise<void> {
  const { privateKey, sender } = await loadOwnKeys()
  const secret = await deriveSecret(privateKey, ask.sender)
  const { handshake, encrypted } = ask.content
  const request = encrypted
    ? ((await decrypt(secret, encrypted)) as never)
    : { action: handshake, chainId: 0 }
  const { action, chainId } = request as { action: { method: string; params: unknown[] }; chainId: number }
  let result: unknown
  try {
    if (!(await prompt(action.method, action.params))) throw { code: 4001, message: 'Request rejected' }
    result = { value: await perform(action.method, action.params, chainId, chains) }
    if (fault === 'strange-accounts') result = { value: ['nobody'] }
    localStorage.setItem('chains', JSON.stringify(chains))
  } catch (error) {
    const { code = -32_603, message } = error as { code?: number; message: string }
    result = { error: { code, message } }
  }
  const atomic = { atomic: { status: 'supported' } }
  const capabilities = Object.fromEntries(
    Object.keys(chains).map((id) => [`0x${Number(id).toString(16)}`, atomic]),
  )
  const content = { encrypted: await encrypt(secret, { result, data: { chains, capabilities } }) }
  if (fault === 'strange-secret') new Uint8Array(content.encrypted.cipherText).fill(0, 0, 1)
  post({ requestId: ask.id, id: crypto.randomUUID(), sender, content })
  if (query.get('stay') === null) window.close()
}

addEventListener('message', ({ source, origin: from, data }) => {
  if (source !== opener || from !== origin || fault === 'mute') return
  const ask = data as Ask
  if (ask.event === 'WalletLinkUpdate') {
    const { session, connected } = ask.data ?? {}
    if (session) find('detail').textContent = JSON.stringify(session)
    if (connected) {
      post({ requestId: selecting, data: 'walletlink' })
      window.close()
    }
  } else if (ask.event === 'selectSignerType' && query.get('kind') === 'app') {
    selecting = ask.id
    find('method').textContent = 'scan the code'
    post({ event: 'WalletLinkSessionRequest' })
  } else if (ask.event === 'selectSignerType') {
    post({ requestId: ask.id, data: fault === 'strange-kind' ? { no: 'kind' } : 'scw' })
  } else if (ask.content) void answer(ask)
})
if (query.get('farewell') !== 'no') {
  addEventListener('unload', () => post({ event: 'PopupUnload', id: crypto.randomUUID() }))
}
if (fault !== 'silent') post({ event: 'PopupLoaded', id: crypto.randomUUID() })
if (fault === 'hello-only') window.close()
