import { StrictMode } from 'react'
import { useWallet, WalletConnectButton } from 'wallet-connect-button/react'

function Shop() {
  const { account } = useWallet()
  return (
    <main>
      <p id="account">{account ?? 'nobody'}</p>
      <WalletConnectButton
        id="one"
        appName="Shop"
        chains={['eip155:31337', 'eip155:31338']}
        networks={[{ chainId: 31337, name: 'Kitchen' }]}
        className="wide"
        disabled={false}
        hidden={false}
        showBalance
      >
        <span>Connect wallet</span>
      </WalletConnectButton>
    </main>
  )
}

/** A page that a server renders and the browser hydrates. */
export const App = () => (
  <StrictMode>
    <Shop />
  </StrictMode>
)
