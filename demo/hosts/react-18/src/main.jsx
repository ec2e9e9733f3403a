import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useWallet, WalletConnectButton } from 'wallet-connect-button/react'

const networks = [{ chainId: 'eip155:31337', name: 'Local chain', rpcUrls: ['http://127.0.0.1:8545'] }]

function Shop() {
  const { account, signMessage } = useWallet()
  const [heard, setHeard] = useState('')
  const [signature, setSignature] = useState('')
  return (
    <main>
      <WalletConnectButton
        appName="My shop"
        chains={['eip155:31337']}
        networks={networks}
        onWalletConnected={({ detail }) => setHeard(detail.account)}
      />
      <p id="account">{account ?? 'nobody'}</p>
      <p id="heard">{heard}</p>
      <button id="sign" type="button" onClick={async () => setSignature(await signMessage('Hello'))}>
        Sign
      </button>
      <p id="signature">{signature}</p>
    </main>
  )
}

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <Shop />
  </StrictMode>,
)
