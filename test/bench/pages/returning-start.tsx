import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { adoptFloorSheet } from './floor-sheet.js'
import { readAccount } from './returning-floor.js'

function Floor() {
  const [account, setAccount] = useState('')
  useEffect(() => {
    void readAccount().then(setAccount)
  }, [])
  return (
    <button type="button" part="button" style={{ width: '11em' }}>
      {account}
    </button>
  )
}

/** React from the start, for a returning visitor. */
customElements.define(
  'returning-floor',
  class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: 'open' })
      adoptFloorSheet(root)
      createRoot(root).render(<Floor />)
    }
  },
)
