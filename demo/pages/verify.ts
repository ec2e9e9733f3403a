import {
  type Hex,
  isAddressEqual,
  type RecoverTypedDataAddressParameters,
  recoverMessageAddress,
  recoverTypedDataAddress,
} from 'viem'
import type { WalletConnectButton } from '../../src/exports/index.js'

/** Says who really signed: recovered from the signature, never taken from the wallet. */
function judge(recovered: Hex, button: WalletConnectButton): string {
  if (button.account && isAddressEqual(recovered, button.account as Hex)) return `Verified: ${recovered}`
  return `Not verified: signed by ${recovered}`
}

/** Verifies a signature over a text (EIP-191). */
export async function verifyMessage(
  message: string,
  signature: string,
  button: WalletConnectButton,
): Promise<string> {
  return judge(await recoverMessageAddress({ message, signature: signature as Hex }), button)
}

/** An order as typed data (EIP-712), for the current chain. */
export const createOrder = (button: WalletConnectButton) => ({
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Order: [
      { name: 'item', type: 'string' },
      { name: 'count', type: 'uint256' },
      { name: 'buyer', type: 'address' },
    ],
  },
  primaryType: 'Order' as const,
  domain: { name: 'Demo shop', version: '1', chainId: Number(button.chainId?.split(':')[1]) },
  message: { item: 'Tea', count: 2, buyer: button.account },
})

/** Verifies a signature over an order. */
export async function verifyOrder(
  order: ReturnType<typeof createOrder>,
  signature: string,
  button: WalletConnectButton,
): Promise<string> {
  const signed = { ...order, signature } as unknown as RecoverTypedDataAddressParameters
  return judge(await recoverTypedDataAddress(signed), button)
}
