import { createWalletClient, defineChain, type Hex, http, type TransactionRequest } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** The fourth account of a local node's published test mnemonic, without value anywhere else. */
const KEY = '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6'

/** Chain number → its node. */
export type WalletChains = Record<string, string>

/** How a wallet refuses (EIP-1193). */
export interface Refusal {
  code: number
  message: string
}

const signer = privateKeyToAccount(KEY)

/** The only account of the wallet. */
export const ADDRESS = signer.address

const refuse = (code: number, message: string): never => {
  throw { code, message } satisfies Refusal
}

async function send(transaction: Record<string, Hex>, chainId: number, chains: WalletChains): Promise<Hex> {
  const url = chains[chainId] ?? refuse(4901, `Chain ${chainId} is not connected`)
  const chain = defineChain({
    id: chainId,
    name: `Chain ${chainId}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })
  const client = createWalletClient({ account: signer, chain, transport: http(url) })
  const { to, data, value } = transaction
  return client.sendTransaction({
    to,
    data,
    ...(value && { value: BigInt(value) }),
  } as TransactionRequest as never)
}

/**
 * Carries out an approved request, with a real key and real chains. @param chains a new chain is added to this object
 */
export async function perform(
  method: string,
  params: readonly unknown[],
  chainId: number,
  chains: WalletChains,
): Promise<unknown> {
  switch (method) {
    case 'eth_requestAccounts':
      return [ADDRESS]
    case 'personal_sign':
      return signer.signMessage({ message: { raw: params[0] as Hex } })
    case 'eth_signTypedData_v4':
      return signer.signTypedData(JSON.parse(params[1] as string))
    case 'eth_sendTransaction':
      return send(params[0] as Record<string, Hex>, chainId, chains)
    case 'wallet_sendCalls': {
      const { calls } = params[0] as { calls: Record<string, Hex>[] }
      let id = '0x'
      for (const call of calls) id = await send(call, chainId, chains)
      return { id }
    }
    case 'wallet_addEthereumChain': {
      const { chainId: hex, rpcUrls } = params[0] as { chainId: string; rpcUrls: string[] }
      chains[Number(hex)] = rpcUrls[0] as string
      return null
    }
    case 'wallet_switchEthereumChain':
      return Number((params[0] as { chainId: string }).chainId) in chains
        ? null
        : refuse(4902, 'Unrecognized chain ID')
    case 'wallet_watchAsset':
      return true
    default:
      return refuse(4200, `${method} is not offered`)
  }
}
