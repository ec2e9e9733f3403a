// Floor A: the smallest custom element. A button in a shadow root; a click opens a plain list.
import { openPlainModal } from '../../lib/plain-modal'

class FloorButton extends HTMLElement {
  connectedCallback(): void {
    const root = this.attachShadow({ mode: 'open' })
    const button = document.createElement('button')
    button.textContent = 'Connect wallet'
    button.addEventListener('click', () => openPlainModal(root))
    root.append(button)
  }
}
customElements.define('floor-button', FloorButton)
const n = Number(new URLSearchParams(location.search).get('n') ?? 1)
for (let i = 0; i < n; i++) document.body.append(document.createElement('floor-button'))
