import type { WalletConnectButton } from '../../src/exports/index.js'
import { readNodes, toNetworks } from '../nodes.js'
import { STARKNET_CHAIN, STARKNET_PATH } from '../sign-in/starknet.js'
import { showEvents } from './shop-events.js'
import { bindOptions } from './shop-options.js'
import { bindRequests } from './shop-requests.js'
import { bindSession } from './shop-session.js'

/** The demo's first page: the button, its requests, and its events. */
const button = document.querySelector('#wallet') as WalletConnectButton
const nodes = readNodes()
button.networks = [
  ...toNetworks(nodes),
  { chainId: STARKNET_CHAIN, name: 'Local Starknet', rpcUrls: [location.origin + STARKNET_PATH] },
]

bindOptions(button)
showEvents()
bindRequests(button, nodes)
bindSession(button)
