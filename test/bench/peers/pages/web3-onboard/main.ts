// Onboard has no button, so the page draws one, as its documentation does.
import Onboard from '@web3-onboard/core'
import injectedModule from '@web3-onboard/injected-wallets'
import walletConnectModule from '@web3-onboard/walletconnect'

const onboard = Onboard({
  wallets: [
    injectedModule(),
    walletConnectModule({ projectId: '00000000000000000000000000000000', dappUrl: location.origin }),
  ],
  chains: [{ id: '0x1', token: 'ETH', label: 'Ethereum', rpcUrl: 'https://rpc.example.invalid/1' }],
  appMetadata: { name: 'Bench', icon: '<svg xmlns="http://www.w3.org/2000/svg"/>', description: 'Bench' },
})
const n = Number(new URLSearchParams(location.search).get('n') ?? 1)
for (let i = 0; i < n; i++) {
  const button = document.createElement('button')
  button.className = 'bench-button'
  button.textContent = 'Connect wallet'
  button.addEventListener('click', () => void onboard.connectWallet())
  document.body.append(button)
}
