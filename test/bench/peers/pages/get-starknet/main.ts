// get-starknet has no button, so the page draws one, as its documentation does.
import { connect } from '@starknet-io/get-starknet'

const n = Number(new URLSearchParams(location.search).get('n') ?? 1)
for (let i = 0; i < n; i++) {
  const button = document.createElement('button')
  button.className = 'bench-button'
  button.textContent = 'Connect wallet'
  button.addEventListener('click', () => void connect({ modalMode: 'alwaysAsk' }))
  document.body.append(button)
}
