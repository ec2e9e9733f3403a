import 'wallet-connect-button'

const find = (selector) => document.querySelector(selector)
const button = find('wallet-connect-button')
button.networks = [{ chainId: 'eip155:31337', name: 'Local chain', rpcUrls: ['http://127.0.0.1:8545'] }]
document.addEventListener('wallet_connected', ({ detail }) => {
  find('#account').textContent = detail.account
  find('#heard').textContent = detail.account
})
find('#sign').addEventListener('click', async () => {
  find('#signature').textContent = await button.signMessage('Hello')
})
