import type { StarknetTestNode } from '../../test/counterparts/starknet-node.js'
import { startWebWalletHost } from '../../test/counterparts/web-wallet-host/start.js'

/** The e-mail wallet of the demo: a host on its own origin. */
export interface DemoWebWallet {
  readonly origin: string
  /** Writes the addresses of this run into a page. */
  fill(html: string): string
  stop(): Promise<void>
}

/** Starts the e-mail wallet's host. @param node a node of the chain of its accounts */
export async function startDemoWebWallet(node: StarknetTestNode): Promise<DemoWebWallet> {
  const host = await startWebWalletHost(node)
  return {
    origin: host.origin,
    fill: (html) => html.replaceAll('%host%', host.origin).replaceAll('%node%', node.url),
    stop: () => host.stop(),
  }
}
