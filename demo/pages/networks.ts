import type { WalletConnectButton } from '../../src/exports/index.js'
import { readNodes, toNetworks } from '../nodes.js'

/** Sets the local chains on every button of the page. */
for (const button of document.querySelectorAll<WalletConnectButton>('wallet-connect-button')) {
  button.networks = toNetworks(readNodes())
}
