import { readNodes } from '../nodes.js'
import { TEST_ACCOUNTS } from './accounts.js'
import { announceDemoWallets } from './evm.js'
import { installDemoStarknetWallet } from './starknet.js'

/** The script that puts every demo wallet on a page. */
const [evm] = announceDemoWallets(readNodes())
// Where a page has no Starknet chain, no visitor sees it.
const starknet = installDemoStarknetWallet()

let turn = 0
document.addEventListener('demo-change-account', () => {
  turn += 1
  evm?.setAccounts([TEST_ACCOUNTS[turn % 2] as string])
  starknet.setAccount(turn % 2)
})
