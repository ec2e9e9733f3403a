/** `wallet-connect-button/testing`: scripted wallets, for tests of pages without an extension. */

export { announceProvider, type Eip6963Detail, type Eip6963Info } from '../testing/evm/announce.js'
export { createScriptedEvmWallet } from '../testing/evm/create-scripted-evm-wallet.js'
export { createRpcError, type ProviderRpcError, RPC_CODES } from '../testing/evm/error.js'
export type { EvmFaults } from '../testing/evm/faults.js'
export type { AskNode, RpcRequest } from '../testing/evm/node.js'
export type { Batches, ScriptedEvmWalletOptions } from '../testing/evm/options.js'
export type {
  Approval,
  Approve,
  Decision,
  PromptKind,
  PromptRecord,
  WalletPrompt,
} from '../testing/evm/prompts.js'
export type { RequestRecord, ScriptedProvider } from '../testing/evm/provider.js'
export type { ScriptedEvmWallet } from '../testing/evm/wallet.js'
export type { ScriptedAccount, SignatureLayout } from '../testing/starknet/account.js'
export { createScriptedStarknetWallet } from '../testing/starknet/create-scripted-starknet-wallet.js'
export type {
  ScriptedStarknetWalletOptions,
  StarknetFaults,
  StarknetHabits,
  StarknetRequestRecord,
} from '../testing/starknet/options.js'
export {
  createStarknetError,
  type StarknetProfile,
  type StarknetProfileName,
} from '../testing/starknet/profiles.js'
export type { StarknetApprove, StarknetPrompt, StarknetPromptKind } from '../testing/starknet/prompts.js'
export type { ScriptedStarknetWallet } from '../testing/starknet/wallet.js'
