import { adoptFloorSheet } from './floor-sheet.js'
import { readAccount } from './returning-floor.js'

/** A bare script for a returning visitor: an empty button, then the account. */
customElements.define(
  'returning-floor',
  class extends HTMLElement {
    async connectedCallback() {
      const root = this.attachShadow({ mode: 'open' })
      adoptFloorSheet(root)
      const button = document.createElement('button')
      button.part.value = 'button'
      button.style.width = '11em'
      root.append(button)
      button.textContent = await readAccount()
    }
  },
)
