import 'wallet-connect-button'
import { createElement, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { WalletConnectButton } from '../../src/exports/index.js'
import { readNodes, toNetworks } from '../nodes.js'

/** The button in a React app, as the plain tag. */
function App() {
  const button = useRef<WalletConnectButton>(null)
  const [account, setAccount] = useState<string | null>(null)
  useEffect(() => {
    const element = button.current
    if (!element) return
    const read = () => setAccount(element.account)
    const types = ['wallet_connected', 'wallet_changed', 'wallet_disconnected']
    for (const type of types) element.addEventListener(type, read)
    read()
    return () => {
      for (const type of types) element.removeEventListener(type, read)
    }
  }, [])
  return (
    <>
      <div className="stage">
        {createElement('wallet-connect-button', {
          ref: button,
          'app-name': 'Demo shop',
          chains: 'eip155:31337 eip155:31338',
          networks: toNetworks(readNodes()),
        })}
      </div>
      <p className="account">{account ?? 'No wallet is connected.'}</p>
    </>
  )
}

const root = document.querySelector('#react-root')
if (root) createRoot(root).render(<App />)
