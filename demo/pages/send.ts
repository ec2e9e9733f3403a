import { createPublicClient, createWalletClient, custom, type Hex } from 'viem'
import type { WalletConnectButton } from '../../src/exports/index.js'
import { TEST_ACCOUNTS } from '../wallets/accounts.js'

/** Sends 10⁻³ ETH with viem, through the button's provider. @returns the result */
export async function sendGift(button: WalletConnectButton): Promise<string> {
  const transport = custom(button.provider as Parameters<typeof custom>[0])
  const hash = await createWalletClient({ account: button.account as Hex, transport }).sendTransaction({
    chain: null,
    to: TEST_ACCOUNTS[1] as Hex,
    value: 10n ** 15n,
  })
  const { status } = await createPublicClient({ transport }).waitForTransactionReceipt({
    hash,
    pollingInterval: 200,
  })
  return `${status === 'success' ? 'accepted' : status}: ${hash}`
}
