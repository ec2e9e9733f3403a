import type { WalletConnectButton } from '../../src/exports/index.js'
import { readNodes, toNetworks } from '../nodes.js'
import { serveRequests } from './request-form.js'
import { createRequests } from './requests.js'

/** The page of the e-mail wallet: log in with an address, sign, send. */
const button = document.querySelector('#wallet') as WalletConnectButton
const form = document.querySelector('#requests') as HTMLFormElement
const options = document.querySelector('#options') as HTMLFormElement

button.networks = [
  ...toNetworks(readNodes()),
  { chainId: 'starknet:SN_SEPOLIA', name: 'Local Starknet', rpcUrls: [form.dataset.node ?? ''] },
]

serveRequests(button, form, createRequests(button))

const MODE = 'web-wallet-mode'
const mode = options.elements.namedItem(MODE) as HTMLSelectElement
mode.value = localStorage.getItem(MODE) ?? 'popup'
const applyMode = () => {
  button.setAttribute(MODE, mode.value)
  localStorage.setItem(MODE, mode.value)
}
mode.addEventListener('change', applyMode)
applyMode()
