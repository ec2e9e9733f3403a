'use client'

import { useState } from 'react'
import { useWallet, WalletConnectButton } from 'wallet-connect-button/react'

const networks = [{ chainId: 'eip155:31337', name: 'Local chain', rpcUrls: ['http://127.0.0.1:8545'] }]

export function Wallet() {
  const { account, signMessage, signIn, auth } = useWallet()
  const [heard, setHeard] = useState('')
  const [signature, setSignature] = useState('')
  return (
    <>
      <WalletConnectButton
        appName="My shop"
        chains="eip155:31337"
        apiUrl="/auth"
        networks={networks}
        onWalletConnected={({ detail }) => setHeard(detail.account)}
      />
      <p id="account">{account ?? 'nobody'}</p>
      <p id="heard">{heard}</p>
      <button id="sign" type="button" onClick={async () => setSignature(await signMessage('Hello'))}>
        Sign
      </button>
      <p id="signature">{signature}</p>
      <button id="sign-in" type="button" onClick={() => signIn()}>
        Sign in
      </button>
      <p id="auth">{auth.status}</p>
    </>
  )
}
