import { adoptFloorSheet } from './floor-sheet.js'

/** Defines the bare element: a button drawn by DOM calls, which calls `open` when it is clicked. */
export function defineFloor(open: (root: ShadowRoot) => unknown): void {
  customElements.define(
    'floor-button',
    class extends HTMLElement {
      connectedCallback() {
        const root = this.attachShadow({ mode: 'open' })
        adoptFloorSheet(root)
        const button = document.createElement('button')
        button.part.value = 'button'
        button.textContent = 'Connect wallet'
        button.onclick = () => open(root)
        root.append(button)
      }
    },
  )
}
