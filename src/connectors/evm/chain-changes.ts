/** What changes the chains and tokens of a connected wallet: one part, which loads with the first such request. */
export { toEvmAssetParams } from '../../protocol/evm-asset.js'
export { toAddChainParams } from './add-chain.js'
export { switchChain } from './switch-chain.js'
