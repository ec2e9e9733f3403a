import type { WalletConnectButton } from '../../src/exports/index.js'

interface Session {
  address: string
  chainId: string
}

/** Asks the server itself, because this panel does not show what the page believes. */
async function readSession(): Promise<Session | null> {
  const answer = await fetch('/api/signIn.session')
  return (await answer.json()).result?.data ?? null
}

/** Binds the session's panel: who is signed in according to the server, and the buttons that change that. */
export function bindSession(button: WalletConnectButton): void {
  const panel = document.querySelector<HTMLElement>('#session')
  const word = panel?.querySelector('p')
  const output = panel?.querySelector('output')
  if (!panel || !word || !output) return

  const setDisabled = (action: string, disabled: boolean) => {
    const control = panel.querySelector<HTMLButtonElement>(`[data-action=${action}]`)
    if (control) control.disabled = disabled
  }
  let turn = 0
  const show = async (ended = false) => {
    const own = ++turn
    for (let tries = 0; tries < 20 && own === turn; tries += 1) {
      const session = await readSession().catch(() => null)
      if (own !== turn) return
      word.classList.toggle('some', session !== null)
      setDisabled('signIn', session !== null)
      setDisabled('signOut', session === null)
      word.textContent = session ? `${session.address}\non ${session.chainId}` : 'Nobody is signed in.'
      if (!ended || !session) return
      // The page has signed out, and its server learns of it now.
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
  }
  document.addEventListener('wallet_signed_in', () => void show())
  document.addEventListener('wallet_signed_out', () => void show(true))
  void show()

  const actions: Record<string, () => Promise<unknown>> = {
    signIn: () => button.signIn(),
    signOut: () => button.signOut(),
    // The visitor chooses another account, inside the wallet.
    changeAccount: async () => document.dispatchEvent(new Event('demo-change-account')),
  }
  panel.addEventListener('click', async ({ target }) => {
    const action = actions[(target as HTMLElement).dataset.action ?? '']
    if (!action) return
    output.textContent = ''
    output.className = 'failed'
    await action().catch((error: Error) => {
      output.textContent = error.message
    })
  })
}
