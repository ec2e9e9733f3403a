// What the bench of the server needs besides the server: bundled by server-accounts.mjs.
export { createScriptedAccount } from '../../src/testing/starknet/account.js'
export { accountCode } from '../chain/sign-in/contracts.js'
export { startAnvil } from '../counterparts/anvil.js'
export { startStarknetNode } from '../counterparts/starknet-node.js'
