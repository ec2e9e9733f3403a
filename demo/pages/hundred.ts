import type { WalletConnectButton } from '../../src/exports/index.js'
import { readNodes, toNetworks } from '../nodes.js'

/** Adds a hundred buttons, and shows how long painting them took. */
const grid = document.querySelector('#grid')
const ready = document.querySelector('#ready')
const networks = toNetworks(readNodes())
await customElements.whenDefined('wallet-connect-button')
const start = performance.now()
const buttons = Array.from({ length: 100 }, () => {
  const button = document.createElement('wallet-connect-button') as WalletConnectButton
  button.setAttribute('app-name', 'Demo shop')
  button.setAttribute('chains', 'eip155:31337 eip155:31338')
  button.setAttribute('size', 'small')
  button.networks = networks
  return button
})
grid?.append(...buttons)
requestAnimationFrame(() => {
  if (ready) ready.textContent = `Painted in ${Math.round(performance.now() - start)} ms.`
})
