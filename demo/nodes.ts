/** A local chain, as the pages know it. */
export interface DemoNode {
  chainId: number
  name: string
  rpcUrl: string
}

/** Reads the local chains from the page's own `<meta name="demo-nodes">`. */
export function readNodes(): DemoNode[] {
  const content = document.querySelector<HTMLMetaElement>('meta[name="demo-nodes"]')?.content
  return JSON.parse(content ?? '[]')
}

/** The same chains in the form of the element's `networks` property. */
export const toNetworks = (nodes: readonly DemoNode[]) =>
  nodes.map(({ chainId, name, rpcUrl }) => ({
    chainId,
    name,
    rpcUrls: [rpcUrl],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  }))
