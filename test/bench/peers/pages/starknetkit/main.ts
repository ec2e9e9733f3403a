// starknetkit has no button, so the page draws one, as its documentation does.
import { connect } from 'starknetkit'
import { ArgentMobileConnector } from 'starknetkit/argentMobile'
import { InjectedConnector } from 'starknetkit/injected'
import { WebWalletConnector } from 'starknetkit/webwallet'

async function onClick(): Promise<void> {
  await connect({
    modalMode: 'alwaysAsk',
    modalTheme: 'light',
    dappName: 'Bench',
    connectors: [
      new InjectedConnector({ options: { id: 'argentX' } }),
      new InjectedConnector({ options: { id: 'braavos' } }),
      ArgentMobileConnector.init({
        options: { dappName: 'Bench', projectId: '00000000000000000000000000000000', url: location.hostname },
      }),
      new WebWalletConnector({ url: 'https://web.ready.co' }),
    ],
  })
}
const n = Number(new URLSearchParams(location.search).get('n') ?? 1)
for (let i = 0; i < n; i++) {
  const button = document.createElement('button')
  button.className = 'bench-button'
  button.textContent = 'Connect wallet'
  button.addEventListener('click', () => void onClick())
  document.body.append(button)
}
