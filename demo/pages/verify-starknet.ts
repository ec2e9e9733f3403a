import { num, RpcProvider, shortString, type TypedData, typedData } from 'starknet'
import type { WalletConnectButton } from '../../src/exports/index.js'
import { STARKNET_PATH } from '../sign-in/starknet.js'

/** The short string that accounts return for a valid signature (SNIP-6). */
const VALID = BigInt(shortString.encodeShortString('VALID'))

const felt = (name: string) => ({ name, type: 'felt' })
const short = (name: string) => ({ name, type: 'shortstring' })
const chainOf = ({ chainId }: WalletConnectButton): string => chainId?.split(':')[1] ?? ''

/** The typed data that a Starknet wallet signs for a message: of revision 1 when it has more than 31 characters, or others than ASCII. */
export function createMessage(message: string, button: WalletConnectButton): TypedData {
  const domain = { name: button.appName, chainId: chainOf(button), version: '0.0.1' }
  const isLong = message.length > 31 || /[^ -~]/.test(message)
  return {
    types: isLong
      ? {
          StarknetDomain: ['name', 'version', 'chainId', 'revision'].map(short),
          Message: [{ name: 'message', type: 'string' }],
        }
      : { StarkNetDomain: ['name', 'chainId', 'version'].map(felt), Message: [felt('message')] },
    primaryType: 'Message',
    domain: isLong ? { ...domain, revision: '1' } : domain,
    message: { message },
  }
}

/** An order as typed data (SNIP-12, revision 1), for the current chain. */
export const createStarknetOrder = (button: WalletConnectButton): TypedData => ({
  types: {
    StarknetDomain: ['name', 'version', 'chainId', 'revision'].map(short),
    Order: [short('item'), { name: 'count', type: 'u128' }, { name: 'buyer', type: 'ContractAddress' }],
  },
  primaryType: 'Order',
  domain: { name: 'Demo shop', version: '1', chainId: chainOf(button), revision: '1' },
  message: { item: 'Tea', count: 2, buyer: button.account ?? '' },
})

/** Asks the account's contract, never the wallet, whether a signature is its own. */
export async function verifyOnChain(
  signed: TypedData,
  signature: readonly string[],
  { account }: WalletConnectButton,
): Promise<string> {
  const node = new RpcProvider({ nodeUrl: location.origin + STARKNET_PATH })
  const hash = typedData.getMessageHash(signed, account ?? '')
  try {
    const [answer] = await node.callContract({
      contractAddress: num.toHex(account ?? 0),
      entrypoint: 'is_valid_signature',
      calldata: [hash, String(signature.length), ...signature],
    })
    return BigInt(answer ?? 0) === VALID ? `Verified: ${account}` : `Not verified by ${account}`
  } catch (error) {
    return `Not verified: ${(error as Error).message.split('\n').at(-1)}`
  }
}
