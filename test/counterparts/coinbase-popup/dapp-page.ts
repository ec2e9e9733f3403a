import * as wagmi from '@wagmi/core'
import { BrowserProvider, verifyMessage } from 'ethers'
import * as viem from 'viem'
import { createCoinbaseConnector } from '../../../src/connectors/evm/coinbase/connector.js'
import type { WalletConnectButton } from '../../../src/exports/index.js'
import '../../../src/exports/index.js'

/** The page's configuration, in its address. */
export interface DappConfig {
  keysUrl?: string
  chains: string
  networks: readonly { chainId: number; name: string; rpcUrls: readonly string[] }[]
  wallets?: string
  /** Connects without a click. */
  connectAtOnce?: boolean
}

/** How a call has ended. */
export interface Outcome {
  value?: unknown
  code?: unknown
  message?: string
  /** When it ended, epoch ms. */
  at: number
}

/** What the page offers to the test. */
export interface Dapp {
  element: WalletConnectButton
  /** What the next click on the page's own button does. */
  next: () => Promise<unknown>
  /** How the calls of the clicks have ended. */
  outcomes: Outcome[]
  heard: { type: string; detail: Record<string, unknown> }[]
  viem: typeof viem
  wagmi: typeof wagmi
  ethers: { BrowserProvider: typeof BrowserProvider; verifyMessage: typeof verifyMessage }
}

declare global {
  interface Window {
    dapp: Dapp
  }
}

const config: DappConfig = JSON.parse(decodeURIComponent(location.hash.slice(1)))
const element = document.createElement('wallet-connect-button')
element.appName = 'Shop'
element.id = 'one'
element.chains = config.chains
if (config.wallets) element.wallets = config.wallets
element.networks = config.networks
element.connectors = config.keysUrl ? [createCoinbaseConnector({ keysUrl: config.keysUrl })] : []

const dapp: Dapp = {
  element,
  next: async () => {},
  outcomes: [],
  heard: [],
  viem,
  wagmi,
  ethers: { BrowserProvider, verifyMessage },
}
window.dapp = dapp
for (const type of ['connecting', 'connected', 'changed', 'disconnected', 'error']) {
  document.addEventListener(`wallet_${type}`, (event) => {
    const { error: _, ...detail } = (event as CustomEvent).detail
    dapp.heard.push({ type, detail })
  })
}
const button = Object.assign(document.createElement('button'), { id: 'do', textContent: 'Do' })
const run = () =>
  dapp.next().then(
    (value) => dapp.outcomes.push({ value, at: Date.now() }),
    ({ code, message }) => dapp.outcomes.push({ code, message, at: Date.now() }),
  )
button.addEventListener('click', run)
document.body.append(element, button)
if (config.connectAtOnce) {
  dapp.next = () => element.connect({ walletId: 'coinbase' })
  // The console reports it, because a question by the test would count as a click.
  void run().then(() => console.info('settled'))
}
