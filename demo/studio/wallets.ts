import { createScriptedEvmWallet, createScriptedStarknetWallet } from '../../src/exports/testing.js'
import { TEST_ACCOUNTS } from '../wallets/accounts.js'
import { DEMO_ICON, LATE_ICON } from '../wallets/icons.js'
import { describeRequest } from '../wallets/request-text.js'
import { askInWindow } from '../wallets/window.js'

/** Answers of a fake chain: an account with one and a half ether, and signatures that prove nothing. */
const PAPER: Readonly<Record<string, unknown>> = {
  eth_getBalance: '0x14d1120d7b160000',
  eth_blockNumber: '0x1',
  eth_getCode: '0x',
  personal_sign: `0x${'11'.repeat(65)}`,
  eth_sign: `0x${'11'.repeat(65)}`,
  eth_signTypedData_v4: `0x${'11'.repeat(65)}`,
}

/** Adds two EVM wallets and a Starknet wallet to the page. They need no chain, hold nothing, and sign nothing valid. */
export function announcePaperWallets(): void {
  const names = ['Demo wallet', 'Other demo wallet'] as const
  for (const [index, name] of names.entries()) {
    const wallet = createScriptedEvmWallet({
      name,
      rdns: `com.example.paper${index}`,
      icon: index ? LATE_ICON : DEMO_ICON,
      accounts: [TEST_ACCOUNTS[index] as string],
      rpcUrls: Object.fromEntries([1, 8453, 10, 42161, 137].map((chain) => [chain, 'https://paper.invalid'])),
      memory: 'session',
      askNode: async (_, { method }) => PAPER[method] ?? null,
      approve: (prompt) =>
        askInWindow(wallet.info, { ...describeRequest(prompt), place: `Chain ${Number(prompt.chainId)}` }),
    })
    wallet.announce()
  }
  createScriptedStarknetWallet({
    overrides: { id: 'demoStarknet', name: 'Demo Starknet wallet', globals: ['starknet_demo'] },
    icon: DEMO_ICON.replace('2f6f5e', '3b3a6d'),
    nodes: { SN_MAIN: null, SN_SEPOLIA: null },
    memory: 'session',
  }).install()
}
