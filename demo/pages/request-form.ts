import type { WalletConnectButton } from '../../src/exports/index.js'

/** The requests of a page's rows, by the row's name. @returns what the row then shows */
export type DemoRequests = Record<string, (form: HTMLFormElement) => Promise<string>>

/** Enables a form of requests for a visitor who has connected a wallet, and shows each result. */
export function serveRequests(
  button: WalletConnectButton,
  form: HTMLFormElement,
  requests: DemoRequests,
): void {
  const account = document.querySelector('#account') as HTMLElement
  const fields = form.querySelector('fieldset') as HTMLFieldSetElement
  const show = () => {
    fields.disabled = !button.account
    account.classList.toggle('some', button.account !== null)
    account.textContent = button.account
      ? `${button.wallet?.name} on ${button.chainId}\n${button.account}`
      : 'No wallet is connected.'
  }
  for (const type of ['wallet_connected', 'wallet_changed', 'wallet_disconnected'] as const) {
    document.addEventListener(type, show)
  }
  show()

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const row = event.submitter?.closest<HTMLElement>('.request')
    const output = row?.querySelector('output')
    const ask = requests[row?.dataset.request ?? '']
    if (!output || !ask) return
    output.className = 'waiting'
    output.textContent = 'Waiting for the wallet'
    try {
      output.textContent = await ask(form)
      output.className = 'done'
    } catch (error) {
      output.textContent = (error as Error).message
      output.className = 'failed'
    }
  })
}
