import { useWallet, WalletConnectButton } from 'wallet-connect-button/react'

export function Header() {
  const { account, signMessage } = useWallet()
  return (
    <header>
      <WalletConnectButton appName="My shop" onWalletError={({ detail }) => alert(detail.message)} />
      <p>{account ?? 'No wallet is connected.'}</p>
      {account && <button onClick={() => void signMessage('Hello').catch(() => {})}>Say hello</button>}
    </header>
  )
}
