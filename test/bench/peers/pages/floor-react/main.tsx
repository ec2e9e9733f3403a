// Floor B: react + react-dom and one button in a shadow root; one React root per element, as in an embeddable element.
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { discover } from '../../lib/plain-modal'

function Connect() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Connect wallet
      </button>
      {open && (
        <div
          role="dialog"
          style={{
            position: 'fixed',
            inset: 0,
            margin: 'auto',
            width: 380,
            height: 300,
            background: '#fff',
            border: '1px solid',
          }}
        >
          {discover().map((w) => (
            <button type="button" key={w.name}>
              <img src={w.icon} width={28} height={28} alt="" />
              {w.name}
            </button>
          ))}
        </div>
      )}
    </>
  )
}
class FloorReactButton extends HTMLElement {
  connectedCallback(): void {
    createRoot(this.attachShadow({ mode: 'open' })).render(<Connect />)
  }
}
customElements.define('floor-react-button', FloorReactButton)
const n = Number(new URLSearchParams(location.search).get('n') ?? 1)
for (let i = 0; i < n; i++) document.body.append(document.createElement('floor-react-button'))
