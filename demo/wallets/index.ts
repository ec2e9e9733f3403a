import { readNodes } from '../nodes.js'
import { TEST_ACCOUNTS } from './accounts.js'
import { announceDemoWallets } from './evm.js'
import { installDemoStarknetWallet } from './starknet.js'

/** Which of its two accounts each wallet uses; a wallet remembers that. */
const KEPT = 'demo-wallet-account'
let turn = Number(localStorage.getItem(KEPT) ?? 0)

/** The script that puts every demo wallet on a page. */
const [evm] = announceDemoWallets(readNodes(), turn)
// A page without a Starknet chain does not show it.
const starknet = installDemoStarknetWallet()
starknet.setAccount(turn)

document.addEventListener('demo-change-account', () => {
  turn = 1 - turn
  localStorage.setItem(KEPT, String(turn))
  evm?.setAccounts([TEST_ACCOUNTS[turn] as string])
  starknet.setAccount(turn)
})
