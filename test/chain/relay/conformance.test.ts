import {
  connect,
  createConfig,
  getBalance,
  getConnectorClient,
  injected,
  sendCalls,
  sendTransaction,
  signMessage,
  signTypedData,
  switchChain,
  waitForCallsStatus,
} from '@wagmi/core'
import {
  BrowserProvider,
  verifyMessage as recoverByEthers,
  verifyTypedData as recoverTypedByEthers,
} from 'ethers'
import { ethers as ethers5 } from 'ethers-5'
import {
  type Account,
  type Chain,
  createPublicClient,
  createWalletClient as createViemClient,
  custom,
  defineChain,
  recoverMessageAddress,
  recoverTypedDataAddress,
  type Transport,
  type WalletClient as ViemClient,
} from 'viem'
import { addChain } from 'viem/actions'
import { describe } from 'vitest'
import { useRelay } from './bench.js'
import {
  ACCOUNT,
  type CreateLibrary,
  RECEIVER,
  sendBatch,
  TYPED,
  testConformance,
  toAdded,
} from './conformance.js'

const toChain = (id: number, url: string) =>
  defineChain({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  })

const CALLS = [1n, 2n].map((value) => ({ to: RECEIVER, value }) as const)

/** The classes of viem, which wagmi shows too. */
const CLASSES = {
  refused: /^UserRejectedRequestError$/,
  unknown: /^(?:UnsupportedProviderMethodError|MethodNotFoundRpcError)$/,
  ended: /^(?:UnauthorizedProviderError|ProviderDisconnectedError)$/,
  down: /^(?:ChainDisconnectedError|InternalRpcError)$/,
}

const LIBRARIES: Record<string, CreateLibrary> = {
  'viem 2'(provider, url) {
    const chain = toChain(31337, url)
    const transport = custom(provider, { retryCount: 0 })
    const client = createViemClient({ account: ACCOUNT, chain, transport }) as ViemClient<
      Transport,
      Chain,
      Account
    >
    return {
      connect: () => client.getAddresses(),
      async sign() {
        const signature = await client.signMessage({ message: 'Hello' })
        return recoverMessageAddress({ message: 'Hello', signature })
      },
      async signTyped() {
        const signature = await client.signTypedData(TYPED)
        return recoverTypedDataAddress({ ...TYPED, signature })
      },
      send: () => client.sendTransaction({ to: RECEIVER, value: 3n }),
      switchTo: (id) => client.switchChain({ id }),
      add: (id) => client.addChain({ chain: toChain(id, url) }),
      async batch() {
        const { id } = await client.sendCalls({ calls: CALLS, forceAtomic: true })
        return (await client.waitForCallsStatus({ id, pollingInterval: 100 })).status
      },
      read: () => createPublicClient({ chain, transport }).getBalance({ address: ACCOUNT }),
      ask: (method) => client.request({ method, params: [] } as never),
      words: CLASSES,
    }
  },
  async 'wagmi 3'(provider, url) {
    const chains = [toChain(31337, url), toChain(10, url)] as const
    const config = createConfig({
      chains,
      connectors: [
        injected({ target: () => ({ id: 'button', name: 'Button', provider: provider as never }) }),
      ],
      transports: { 31337: custom(provider, { retryCount: 0 }), 10: custom(provider, { retryCount: 0 }) },
      storage: null,
      multiInjectedProviderDiscovery: false,
    })
    const [connector] = config.connectors
    if (!connector) throw new Error('wagmi has no connector')
    return {
      connect: async () => (await connect(config, { connector, chainId: 31337 })).accounts,
      async sign() {
        const signature = await signMessage(config, { message: 'Hello' })
        return recoverMessageAddress({ message: 'Hello', signature })
      },
      async signTyped() {
        const signature = await signTypedData(config, TYPED)
        return recoverTypedDataAddress({ ...TYPED, signature })
      },
      send: () => sendTransaction(config, { to: RECEIVER, value: 3n }),
      switchTo: (id) => switchChain(config, { chainId: id as 10 }),
      add: async (id) => addChain(await getConnectorClient(config), { chain: toChain(id, url) }),
      async batch() {
        const { id } = await sendCalls(config, { calls: CALLS, forceAtomic: true })
        return (await waitForCallsStatus(config, { id, pollingInterval: 100 })).status
      },
      read: async () => (await getBalance(config, { address: ACCOUNT })).value,
      ask: async (method) => (await getConnectorClient(config)).request({ method, params: [] } as never),
      // wagmi lets go of a wallet that has told its end.
      words: { ...CLASSES, ended: /^ConnectorNotConnectedError$/ },
    }
  },
  'ethers 6'(provider, url) {
    const browser = new BrowserProvider(provider, 'any', { cacheTimeout: -1 })
    const signer = () => browser.getSigner(ACCOUNT)
    return {
      connect: () => browser.send('eth_requestAccounts', []),
      sign: async () => recoverByEthers('Hello', await (await signer()).signMessage('Hello')),
      async signTyped() {
        const { domain, types, message } = TYPED
        const signature = await (await signer()).signTypedData(domain, types, message)
        return recoverTypedByEthers(domain, types, message, signature)
      },
      send: async () => (await signer()).sendUncheckedTransaction({ to: RECEIVER, value: 3n }),
      switchTo: (id) => browser.send('wallet_switchEthereumChain', [{ chainId: toAdded(id, url).chainId }]),
      add: (id) => browser.send('wallet_addEthereumChain', [toAdded(id, url)]),
      batch: () => sendBatch((method, params) => browser.send(method, params)),
      read: () => browser.getBalance(ACCOUNT),
      ask: (method) => browser.send(method, []),
      words: {
        refused: /^ACTION_REJECTED$/,
        unknown: /^(?:4200|-32601|UNSUPPORTED_OPERATION)$/,
        ended: /^(?:4100|4900)$/,
        down: /^(?:4901|-32603)$/,
      },
      close: () => browser.destroy(),
    }
  },
  'ethers 5'(provider, url) {
    const browser = new ethers5.providers.Web3Provider(provider, 'any')
    const signer = browser.getSigner(ACCOUNT)
    const { verifyMessage, verifyTypedData } = ethers5.utils
    return {
      connect: () => browser.send('eth_requestAccounts', []),
      sign: async () => verifyMessage('Hello', await signer.signMessage('Hello')),
      async signTyped() {
        const { domain, types, message } = TYPED
        return verifyTypedData(domain, types, message, await signer._signTypedData(domain, types, message))
      },
      send: () => signer.sendUncheckedTransaction({ to: RECEIVER, value: 3 }),
      switchTo: (id) => browser.send('wallet_switchEthereumChain', [{ chainId: toAdded(id, url).chainId }]),
      add: (id) => browser.send('wallet_addEthereumChain', [toAdded(id, url)]),
      batch: () => sendBatch((method, params) => browser.send(method, params)),
      read: async () => BigInt(String(await browser.getBalance(ACCOUNT))),
      ask: (method) => browser.send(method, []),
      words: {
        // It passes our errors on, and asks for the chain first.
        refused: /^4001$/,
        unknown: /^(?:4200|-32601)$/,
        ended: /^NETWORK_ERROR$/,
        down: /^(?:4901|-32603)$/,
      },
    }
  },
}

describe('the libraries of pages (EW25)', () => testConformance(useRelay(), LIBRARIES))
