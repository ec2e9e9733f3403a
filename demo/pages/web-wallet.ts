import type { WalletConnectButton } from '../../src/exports/index.js'
import { readNodes, toNetworks } from '../nodes.js'

/** The page of the e-mail wallet: log in with an address, sign, send. */
const button = document.querySelector('#wallet') as WalletConnectButton
const account = document.querySelector('#account') as HTMLElement
const form = document.querySelector('#requests') as HTMLFormElement
const options = document.querySelector('#options') as HTMLFormElement
const fields = form.querySelector('fieldset') as HTMLFieldSetElement

/** ETH's contract, and somebody to send to. */
const TOKEN = '0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7'
const RECEIVER = '0x1234'
const AMOUNT = 10n ** 15n

button.networks = [
  ...toNetworks(readNodes()),
  { chainId: 'starknet:SN_SEPOLIA', name: 'Local Starknet', rpcUrls: [form.dataset.node ?? ''] },
]

const requests: Record<string, () => Promise<string>> = {
  async signMessage() {
    const signature = await button.signMessage(String(new FormData(form).get('message')))
    return `Signed: ${String(signature).slice(0, 24)}…`
  },
  async execute() {
    const { transactionHash } = await button.execute({
      contractAddress: TOKEN,
      entrypoint: 'transfer',
      calldata: [RECEIVER, AMOUNT, 0],
    })
    const { status } = await button.waitForTransaction(transactionHash)
    return `${status}: ${transactionHash.slice(0, 12)}…`
  },
  async getBalance() {
    const { formatted, symbol } = await button.getBalance()
    return `${formatted} ${symbol}`
  },
  async disconnect() {
    await button.disconnect()
    return ''
  },
}

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

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const row = event.submitter?.closest<HTMLElement>('.request')
  const output = row?.querySelector('output')
  const ask = requests[row?.dataset.request ?? '']
  if (!output || !ask) return
  output.className = 'waiting'
  output.textContent = 'Waiting for the wallet'
  try {
    output.textContent = await ask()
    output.className = 'done'
  } catch (error) {
    output.textContent = (error as Error).message
    output.className = 'failed'
  }
})

const MODE = 'web-wallet-mode'
const mode = options.elements.namedItem(MODE) as HTMLSelectElement
mode.value = localStorage.getItem(MODE) ?? 'popup'
const applyMode = () => {
  button.setAttribute(MODE, mode.value)
  localStorage.setItem(MODE, mode.value)
}
mode.addEventListener('change', applyMode)
applyMode()
