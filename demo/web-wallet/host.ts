import { startStarknetNode } from '../../test/counterparts/starknet-node.js'
import { startWebWalletHost } from '../../test/counterparts/web-wallet-host/start.js'

/** The e-mail wallet of the demo: a host on an origin of its own, and a Starknet chain for its accounts. */
export interface DemoWebWallet {
  readonly origin: string
  readonly node: string
  /** Fills the addresses of this run into a page. */
  fill(html: string): string
  stop(): Promise<void>
}

/** Starts the e-mail wallet's host and a local Starknet chain. */
export async function startDemoWebWallet(): Promise<DemoWebWallet> {
  const node = await startStarknetNode({ chain: 'SN_SEPOLIA' })
  const host = await startWebWalletHost(node)
  return {
    origin: host.origin,
    node: node.url,
    fill: (html) => html.replaceAll('%host%', host.origin).replaceAll('%node%', node.url),
    stop: async () => void (await Promise.all([host.stop(), node.close()])),
  }
}
