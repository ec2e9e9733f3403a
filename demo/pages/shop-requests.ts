import type { WalletConnectButton } from '../../src/exports/index.js'
import type { DemoNode } from '../nodes.js'
import { serveRequests } from './request-form.js'
import { createRequests } from './requests.js'

/** Binds the requests, and enables them for a visitor who has connected a wallet. */
export function bindRequests(button: WalletConnectButton, nodes: readonly DemoNode[]): void {
  const form = document.querySelector<HTMLFormElement>('#requests')
  const chains = form?.elements.namedItem('chain')
  if (!form || !(chains instanceof HTMLSelectElement)) return

  for (const { chainId, name } of nodes) chains.add(new Option(`${name} (${chainId})`, `eip155:${chainId}`))
  document.addEventListener('wallet_disconnected', () => {
    for (const output of form.querySelectorAll('output')) output.textContent = ''
  })
  serveRequests(button, form, createRequests(button))
}
