import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { adoptFloorSheet } from './floor-sheet.js'
import { List } from './list.js'
import { type Announced, findWallets } from './wallets.js'

function Floor() {
  const [wallets, setWallets] = useState<Announced[] | null>(null)
  return (
    <>
      <button type="button" part="button" onClick={() => setWallets(findWallets())}>
        Connect wallet
      </button>
      {wallets && <List wallets={wallets} onClose={() => setWallets(null)} />}
    </>
  )
}

customElements.define(
  'floor-button',
  class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: 'open' })
      adoptFloorSheet(root)
      createRoot(root).render(<Floor />)
    }
  },
)
