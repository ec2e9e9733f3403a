/**
 * Test networks of the common EVM chains and of their neighbours, whose coins are worth nothing: Sepolia, Hoodi, Holesky, the test networks of
 * Base, OP, Arbitrum, Polygon, BNB, Gnosis, Avalanche, Celo, Linea, Scroll, ZKsync, Zora, Blast, Mantle, Unichain, World, Ink and Soneium, and
 * a developer's own node.
 */
const TEST_CHAINS: readonly number[] = [
  11155111, 560048, 17000, 84532, 11155420, 421614, 80002, 97, 10200, 43113, 11142220, 44787, 59141, 534351,
  300, 999999999, 168587773, 5003, 1301, 4801, 763373, 1946, 31337,
]

/** Whether an EVM chain is a test network that we know. */
export const isTestChain = (id: number): boolean => TEST_CHAINS.includes(id)
