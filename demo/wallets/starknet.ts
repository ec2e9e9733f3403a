import { createScriptedStarknetWallet, type ScriptedStarknetWallet } from '../../src/exports/testing.js'
import { STARKNET_KEYS, STARKNET_PATH } from '../sign-in/starknet.js'
import { DEMO_ICON } from './icons.js'
import { describeStarknetRequest } from './request-text.js'
import { askInWindow } from './window.js'

const NAME = 'Demo Starknet wallet'

/** Puts the demo's Starknet wallet on the page. */
export function installDemoStarknetWallet(): ScriptedStarknetWallet {
  const wallet = createScriptedStarknetWallet({
    overrides: { id: 'demoStarknet', name: NAME, globals: ['starknet_demo'] },
    icon: DEMO_ICON.replace('2f6f5e', '3b3a6d'),
    privateKeys: STARKNET_KEYS,
    nodes: { SN_SEPOLIA: location.origin + STARKNET_PATH },
    memory: 'local',
    approve: (prompt) =>
      askInWindow(
        { name: NAME, icon: DEMO_ICON },
        { ...describeStarknetRequest(prompt), place: 'Local Starknet' },
      ),
  })
  wallet.install()
  return wallet
}
