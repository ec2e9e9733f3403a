import {
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  type EIP1193Provider,
  parseEther,
} from 'viem'
import { createCoinbaseConnector } from '../../src/exports/client.js'
import type { WalletConnectButton } from '../../src/exports/index.js'
import { readNodes, toNetworks } from '../nodes.js'
import { type DemoRequests, serveRequests } from './request-form.js'
import { createRequests } from './requests.js'

/** The page of the hosted wallet: the button connects, and viem uses its provider. */
const button = document.querySelector('#wallet') as WalletConnectButton
const form = document.querySelector('#requests') as HTMLFormElement

const SOMEBODY = '0x000000000000000000000000000000000000dEaD'
const nodes = readNodes()

button.networks = toNetworks(nodes)
button.connectors = [createCoinbaseConnector({ keysUrl: button.dataset.keys ?? '' })]

/** viem's clients for the connected wallet. */
function getClients() {
  const id = Number(button.chainId?.slice('eip155:'.length))
  const { name = '', rpcUrl = '' } = nodes.find(({ chainId }) => chainId === id) ?? {}
  const chain = defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const transport = custom(button.provider as EIP1193Provider)
  return {
    wallet: createWalletClient({ account: button.account as `0x${string}`, chain, transport }),
    reader: createPublicClient({ chain, transport }),
  }
}

const { getBalance, disconnect } = createRequests(button)
const requests: DemoRequests = {
  async signMessage() {
    const message = String(new FormData(form).get('message'))
    const signature = (await button.signMessage(message)) as `0x${string}`
    const address = button.account as `0x${string}`
    const isValid = await getClients().reader.verifyMessage({ address, message, signature })
    return `${isValid ? 'Verified' : 'Not valid'}: ${signature.slice(0, 20)}…`
  },
  async send() {
    const { wallet, reader } = getClients()
    const hash = await wallet.sendTransaction({ to: SOMEBODY, value: parseEther('0.001') })
    const { status } = await reader.waitForTransactionReceipt({ hash })
    return `${status}: ${hash.slice(0, 12)}…`
  },
  async sendCalls() {
    const call = { to: SOMEBODY, value: 1n } as const
    const { id } = await getClients().wallet.sendCalls({ calls: [call, call] })
    return `Sent: ${id.slice(0, 12)}…`
  },
  async switchChain() {
    const other = nodes.find(({ chainId }) => `eip155:${chainId}` !== button.chainId)
    await button.switchChain({ chainId: other?.chainId ?? 0 })
    return `On ${other?.name}`
  },
  getBalance,
  disconnect,
}

serveRequests(button, form, requests)
