import type { WalletConnectButton } from '../../src/exports/index.js'
import type { DemoRequests } from './request-form.js'

/** ETH on Starknet, a receiver, and an amount (10⁻³ ETH). */
const ETH_TOKEN = '0x49d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7'
const RECEIVER = '0x1234'
const GIFT = 10n ** 15n

const onStarknet = ({ chainId }: WalletConnectButton): boolean => chainId?.startsWith('starknet:') ?? false

/** The requests to the connected wallet, by the row's name. Signatures are verified, each by the rules of its chain. */
export const createRequests = (button: WalletConnectButton) =>
  ({
    async signMessage(form) {
      const message = new FormData(form).get('message')?.toString() ?? ''
      const signature = await button.signMessage(message)
      if (typeof signature === 'string')
        return (await import('./verify.js')).verifyMessage(message, signature, button)
      const { createMessage, verifyOnChain } = await import('./verify-starknet.js')
      return verifyOnChain(createMessage(message, button), signature, button)
    },
    async signTypedData() {
      if (onStarknet(button)) {
        const { createStarknetOrder, verifyOnChain } = await import('./verify-starknet.js')
        const order = createStarknetOrder(button)
        return verifyOnChain(order, (await button.signTypedData(order)) as string[], button)
      }
      const { createOrder, verifyOrder } = await import('./verify.js')
      const order = createOrder(button)
      return verifyOrder(order, (await button.signTypedData(order)) as string, button)
    },
    async send() {
      if (!onStarknet(button)) return (await import('./send.js')).sendGift(button)
      const { transactionHash } = await button.execute({
        contractAddress: ETH_TOKEN,
        entrypoint: 'transfer',
        calldata: [RECEIVER, GIFT, 0],
      })
      const { status } = await button.waitForTransaction(transactionHash)
      return `${status}: ${transactionHash}`
    },
    async switchChain(form) {
      const chainId = new FormData(form).get('chain')?.toString() ?? ''
      await button.switchChain({ chainId })
      return `The wallet is on ${button.chainId}`
    },
    async watchAsset() {
      const address = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
      await button.watchAsset({ type: 'ERC20', options: { address, symbol: 'DEMO', decimals: 18 } })
      return 'The wallet shows DEMO'
    },
    async getBalance() {
      const { formatted, symbol } = await button.getBalance()
      return `${formatted} ${symbol}`
    },
    async disconnect() {
      await button.disconnect()
      return ''
    },
  }) satisfies DemoRequests
