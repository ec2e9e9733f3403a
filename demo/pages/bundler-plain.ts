import 'wallet-connect-button'
import type { WalletConnectButton } from '../../src/exports/index.js'
import { readNodes, toNetworks } from '../nodes.js'

/** A plain app that imports the package by its name. */
const button = document.querySelector('#plain') as WalletConnectButton
const account = document.querySelector('#plain-account')
button.networks = toNetworks(readNodes())

const show = () => {
  if (account) account.textContent = button.account ?? 'No wallet is connected.'
}
for (const type of ['wallet_connected', 'wallet_changed', 'wallet_disconnected'])
  button.addEventListener(type, show)
show()
