import type { Anvil } from '../../test/counterparts/anvil.js'
import { startCoinbasePopup } from '../../test/counterparts/coinbase-popup/server.js'

/** The hosted EVM wallet of the demo, on its own origin. */
export interface DemoCoinbase {
  readonly keysUrl: string
  /** Writes the addresses of this run into a page. */
  fill(html: string): string
  stop(): Promise<void>
}

/** Starts the wallet's site. It knows the local chains. */
export async function startDemoCoinbase(nodes: readonly Anvil[]): Promise<DemoCoinbase> {
  const site = await startCoinbasePopup(Object.fromEntries(nodes.map(({ chainId, url }) => [chainId, url])))
  return {
    keysUrl: site.keysUrl,
    fill: (html) => html.replaceAll('%keys%', site.keysUrl),
    stop: site.stop,
  }
}
