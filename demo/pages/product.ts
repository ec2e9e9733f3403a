import { readNodes, toNetworks } from '../nodes.js'
import { STARKNET_CHAIN, STARKNET_PATH } from '../sign-in/starknet.js'

/**
 * The product page with a working button. In the demo it has local chains and a server; elsewhere it has fake wallets.
 */
const button = document.querySelector('#live') as HTMLElementTagNameMap['wallet-connect-button']
const account = document.querySelector('#account') as HTMLElement
const hint = account.textContent
const nodes = readNodes()

if (nodes.length) {
  const chains = [...nodes.map(({ chainId }) => `eip155:${chainId}`), STARKNET_CHAIN]
  button.setAttribute('chains', chains.join(' '))
  button.setAttribute('api-url', '/api')
  Object.assign(button, {
    networks: [
      ...toNetworks(nodes),
      { chainId: STARKNET_CHAIN, name: 'Local Starknet', rpcUrls: [location.origin + STARKNET_PATH] },
    ],
  })
} else void import('../studio/wallets.js').then(({ announcePaperWallets }) => announcePaperWallets())

document.addEventListener('wallet_connected', ({ detail }) => {
  account.textContent = `Connected: ${detail.account} on ${detail.chainId}`
})
document.addEventListener('wallet_signed_in', ({ detail }) => {
  account.textContent = `Signed in, as the server says: ${detail.address}`
})
document.addEventListener('wallet_disconnected', () => {
  account.textContent = hint
})

// Whoever copies the lines puts them on a site of their own, where the script's address has to be whole.
const lines = document.querySelector('#lines') as HTMLElement
lines.textContent = (lines.textContent ?? '').replace('src="/', `src="${location.origin}/`)

const copy = document.querySelector('#copy') as HTMLButtonElement
copy.addEventListener('click', async () => {
  const copied = await navigator.clipboard.writeText(lines.textContent ?? '').then(
    () => true,
    () => false,
  )
  copy.textContent = copied ? 'Copied' : 'Select the text to copy it'
})
