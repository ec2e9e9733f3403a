import { createScriptedEvmWallet, type ScriptedEvmWallet } from '../../src/exports/testing.js'
import type { DemoNode } from '../nodes.js'
import { TEST_ACCOUNTS } from './accounts.js'
import { DEMO_ICON, LATE_ICON } from './icons.js'
import { describeRequest } from './request-text.js'
import { askInWindow } from './window.js'

/**
 * Announces the demo's EVM wallets beside the installed extensions.
 *
 * The first is there at once and knows every local chain. The other loads 1.5 s late and knows only the first chain, so
 * a switch to the second chain has to add it.
 *
 * @param turn which account the first wallet uses
 */
export function announceDemoWallets(nodes: readonly DemoNode[], turn = 0): ScriptedEvmWallet[] {
  const create = (name: string, rdns: string, icon: string, account: string, known: readonly DemoNode[]) => {
    const wallet: ScriptedEvmWallet = createScriptedEvmWallet({
      name,
      rdns,
      icon,
      accounts: [account],
      rpcUrls: Object.fromEntries(known.map(({ chainId, rpcUrl }) => [chainId, rpcUrl])),
      memory: 'local',
      approve: (prompt) =>
        askInWindow(wallet.info, { ...describeRequest(prompt), place: `Chain ${Number(prompt.chainId)}` }),
    })
    return wallet
  }
  const demo = create(
    'Demo wallet',
    'com.example.demo',
    DEMO_ICON,
    TEST_ACCOUNTS[turn] ?? TEST_ACCOUNTS[0],
    nodes,
  )
  const late = create('Late demo wallet', 'com.example.late', LATE_ICON, TEST_ACCOUNTS[1], nodes.slice(0, 1))
  demo.announce()
  late.announce({ after: 1_500 })
  return [demo, late]
}
