import 'wallet-connect-button'
import { createWalletClient as createViemClient, custom as customTransport } from 'viem'
import { mainnet } from 'viem/chains'
import type { Connection, Eip1193Provider, WalletClient } from 'wallet-connect-button'
import { createWalletClient } from 'wallet-connect-button/client'

// What plain TypeScript, Angular's templates and Lit use.
const button = document.createElement('wallet-connect-button')
document.querySelector('wallet-connect-button')?.setAttribute('chains', 'eip155:1')
button.addEventListener('wallet_connected', ({ detail }) => detail.account.slice(2))
document.addEventListener('wallet_disconnected', ({ detail }) => detail.reason === 'expired')

export function find(connections: readonly Connection[]): Eip1193Provider | undefined {
  const found = connections.find((one) => one.namespace === 'eip155')
  return found?.namespace === 'eip155' ? found.wallet.provider : undefined
}

export function withViem() {
  const { account, provider } = button
  if (!account || !provider) return null
  return createViemClient({ account, chain: mainnet, transport: customTransport(provider) })
}

const client = createWalletClient({ appName: 'Shop', chains: 'eip155:1' })
client.on('connected', ({ account }) => account.slice(2))

// Chains tell what a signature is.
void client.signMessage('Hello').then((signature) => signature.slice(2))
void createWalletClient({ chains: ['eip155:1', 'eip155:8453'] })
  .signTypedData({})
  .then((signature: string) => signature)
void createWalletClient({ chains: 'starknet:SN_MAIN starknet:SN_SEPOLIA' })
  .signMessage('')
  .then((signature: string[]) => signature)
const both = createWalletClient({ chains: 'eip155:1 starknet:SN_MAIN' })
// @ts-expect-error a Starknet wallet signs with a list
void both.signMessage('').then((signature) => signature.slice(2).trim())
const byDefault = createWalletClient().signMessage('')
// @ts-expect-error the chains by default have both
void byDefault.then((signature: string) => signature)
const late = createWalletClient({ chains: 'eip155:1', optionalChains: ['starknet:SN_MAIN'] })
// @ts-expect-error an optional chain may be Starknet's
void late.signMessage('').then((signature: string) => signature)
const unknown = createWalletClient({ chains: '0x1' }).signMessage('')
// @ts-expect-error a chain in another spelling may be any
void unknown.then((signature: string) => signature)
// @ts-expect-error signatures of EVM chains are no lists
void client.signMessage('').then((signature: string[]) => signature)

// Chains tell which wallets connect, and so the type of their provider.
void client.connect().then(({ wallet }) => wallet?.provider.request({ method: 'eth_chainId' }))
createViemClient({
  chain: mainnet,
  transport: customTransport(client.getProvider() ?? { request: async () => null }),
})
void createWalletClient({ chains: 'starknet:SN_MAIN' })
  .connect()
  .then(({ wallet }) => wallet?.provider.request({ type: 'wallet_requestChainId' }))
// @ts-expect-error a Starknet wallet asks by type
void both.getProvider()?.request({ method: 'eth_chainId' })
// @ts-expect-error an EVM wallet asks by method
void client.getProvider()?.request({ type: 'wallet_requestChainId' })
export const anyClient: WalletClient = client
void button.getStarknetAccount().then(({ address }) => address.length)
void button.getStarknetAccount<{ custom: true }>().then(({ custom }) => custom)

// @ts-expect-error null while nothing is connected
void button.provider.request({ method: 'eth_chainId' })
// @ts-expect-error no such event
button.addEventListener('wallet_connected', ({ detail }) => detail.balance)
// @ts-expect-error read-only
button.account = '0x0'
// @ts-expect-error no such reason
document.addEventListener('wallet_disconnected', ({ detail }) => detail.reason === 'tired')
