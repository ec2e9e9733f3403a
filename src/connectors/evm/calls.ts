/** Sending calls and following them (EIP-5792): one part, which loads with the first such request. */
export { parseEvmCalls } from '../../protocol/evm-calls.js'
export { readCapabilities } from './capabilities.js'
export { executeCalls } from './execute.js'
export { waitForTransaction } from './follow-calls.js'
export { lookAtChain } from './wallet-chain.js'
