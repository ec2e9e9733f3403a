import 'wallet-connect-button'
import { createWalletClient as createViemClient, custom as customTransport } from 'viem'
import { mainnet } from 'viem/chains'
import type { Connection, Eip1193Provider } from 'wallet-connect-button'
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
