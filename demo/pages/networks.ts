import type { WalletConnectButton } from '../../src/exports/index.js'
import { readNodes, toNetworks } from '../nodes.js'

/** Tells every button of the page where the local chains are. */
for (const button of document.querySelectorAll<WalletConnectButton>('wallet-connect-button')) {
  button.networks = toNetworks(readNodes())
}
