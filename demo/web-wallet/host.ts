import type { StarknetTestNode } from '../../test/counterparts/starknet-node.js'
import { startWebWalletHost } from '../../test/counterparts/web-wallet-host/start.js'

/** The e-mail wallet of the demo: a host on an origin of its own. */
export interface DemoWebWallet {
  readonly origin: string
  /** Fills the addresses of this run into a page. */
  fill(html: string): string
  stop(): Promise<void>
}

/** Starts the e-mail wallet's host. @param node the chain that its accounts are on */
export async function startDemoWebWallet(node: StarknetTestNode): Promise<DemoWebWallet> {
  const host = await startWebWalletHost(node)
  return {
    origin: host.origin,
    fill: (html) => html.replaceAll('%host%', host.origin).replaceAll('%node%', node.url),
    stop: () => host.stop(),
  }
}
