import type { WalletConnectButton } from '../../src/exports/index.js'
import { readNodes, toNetworks } from '../nodes.js'
import { type DemoRequests, serveRequests } from './request-form.js'

/** The page of the e-mail wallet: log in with an address, sign, send. */
const button = document.querySelector('#wallet') as WalletConnectButton
const form = document.querySelector('#requests') as HTMLFormElement
const options = document.querySelector('#options') as HTMLFormElement

/** ETH's contract, and somebody to send to. */
const TOKEN = '0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7'
const RECEIVER = '0x1234'
const AMOUNT = 10n ** 15n

button.networks = [
  ...toNetworks(readNodes()),
  { chainId: 'starknet:SN_SEPOLIA', name: 'Local Starknet', rpcUrls: [form.dataset.node ?? ''] },
]

const requests: DemoRequests = {
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

serveRequests(button, form, requests)

const MODE = 'web-wallet-mode'
const mode = options.elements.namedItem(MODE) as HTMLSelectElement
mode.value = localStorage.getItem(MODE) ?? 'popup'
const applyMode = () => {
  button.setAttribute(MODE, mode.value)
  localStorage.setItem(MODE, mode.value)
}
mode.addEventListener('change', applyMode)
applyMode()
