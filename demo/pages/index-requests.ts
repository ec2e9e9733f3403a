import type { WalletConnectButton } from '../../src/exports/index.js'
import type { DemoNode } from '../nodes.js'

type Ask = (form: HTMLFormElement) => Promise<string>

/** What the page asks of the connected wallet, one entry per button; each resolves with what is shown. */
const createRequests = (button: WalletConnectButton): Record<string, Ask> => ({
  async signMessage(form) {
    const message = new FormData(form).get('message')?.toString() ?? ''
    const signature = await button.signMessage(message)
    return (await import('./verify.js')).verifyMessage(message, signature, button)
  },
  async signTypedData() {
    const { createOrder, verifyOrder } = await import('./verify.js')
    const order = createOrder(button)
    return verifyOrder(order, await button.signTypedData(order), button)
  },
  async switchChain(form) {
    const chainId = new FormData(form).get('chain')?.toString() ?? ''
    await button.switchChain({ chainId })
    return `The wallet is on ${button.chainId}`
  },
  async watchAsset() {
    const address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
    await button.watchAsset({ type: 'ERC20', options: { address, symbol: 'DEMO', decimals: 18 } })
    return 'The wallet shows DEMO'
  },
  async getBalance() {
    const { formatted, symbol } = await button.getBalance()
    return `${formatted} ${symbol}`
  },
  async disconnect() {
    await button.disconnect()
    return ''
  },
})

/** Binds the requests, and opens them to a visitor who has connected a wallet. */
export function bindRequests(button: WalletConnectButton, nodes: readonly DemoNode[]): void {
  const form = document.querySelector<HTMLFormElement>('#requests')
  const fields = form?.querySelector('fieldset')
  const account = document.querySelector('#account')
  const chains = form?.elements.namedItem('chain')
  if (!form || !fields || !account || !(chains instanceof HTMLSelectElement)) return

  for (const { chainId, name } of nodes) chains.add(new Option(`${name} (${chainId})`, `eip155:${chainId}`))

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
  document.addEventListener('wallet_disconnected', () => {
    for (const output of form.querySelectorAll('output')) output.textContent = ''
  })
  show()

  const requests = createRequests(button)
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
