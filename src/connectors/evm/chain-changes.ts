/** What changes the chains and tokens of a connected wallet: one part, which loads with the first such request. */
export { toAddChainParams } from './add-chain.js'
export { toAssetParams } from './asset-params.js'
export { switchChain } from './switch-chain.js'
