// Floor C: a bare element draws the button; React is loaded by the click, for the modal.
class FloorLazyButton extends HTMLElement {
  connectedCallback(): void {
    const root = this.attachShadow({ mode: 'open' })
    const button = document.createElement('button')
    button.textContent = 'Connect wallet'
    button.addEventListener('click', async () => (await import('./modal')).open(root))
    root.append(button)
  }
}
customElements.define('floor-lazy-button', FloorLazyButton)
const n = Number(new URLSearchParams(location.search).get('n') ?? 1)
for (let i = 0; i < n; i++) document.body.append(document.createElement('floor-lazy-button'))
