import type { WalletConnectButton } from '../../src/exports/index.js'
import { readNodes, toNetworks } from '../nodes.js'
import { showEvents } from './index-events.js'
import { bindOptions } from './index-options.js'
import { bindRequests } from './index-requests.js'

/** The demo's first page: the button, what can be asked of it, and what it tells. */
const button = document.querySelector('#wallet') as WalletConnectButton
const nodes = readNodes()
button.networks = toNetworks(nodes)

bindOptions(button)
showEvents()
bindRequests(button, nodes)
