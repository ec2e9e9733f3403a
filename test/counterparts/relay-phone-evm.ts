import type { ProposalTypes, SessionTypes } from '@walletconnect/types'
import { createWalletClient, defineChain, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { PhoneApp } from './relay-phone.js'

/** Keys of the published test mnemonic, without value anywhere else. */
export const PHONE_KEYS: readonly Hex[] = [
  '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
]

/** Options of an EVM wallet app. */
export interface EvmAppOptions {
  name?: string
  keys?: readonly Hex[]
  /** Chain number → its node. */
  nodes: Readonly<Record<number, string>>
  methods?: readonly string[]
  /** The wallet grants only those of its methods that the page asks for, as every wallet on WalletKit does. */
  onlyAsked?: boolean
  /** Answers the methods that this app does not have itself. */
  answerOther?: (request: { method: string; params: unknown }) => Promise<unknown>
  /** Changes the grant, to imitate a wallet with an unusual grant. */
  change?: (namespaces: SessionTypes.Namespaces) => SessionTypes.Namespaces
}

const METHODS = ['personal_sign', 'eth_sendTransaction', 'eth_signTypedData_v4']
const EVENTS = ['chainChanged', 'accountsChanged']

const asked = ({ requiredNamespaces, optionalNamespaces }: ProposalTypes.Struct): string[] =>
  [requiredNamespaces, optionalNamespaces].flatMap((given) => given.eip155?.chains ?? [])

const askedMethods = ({ requiredNamespaces, optionalNamespaces }: ProposalTypes.Struct): string[] =>
  [requiredNamespaces, optionalNamespaces].flatMap((given) => given.eip155?.methods ?? [])

/** Creates a wallet app with real keys. It grants the requested chains for which it has a node. */
export function createEvmApp({
  name = 'Test phone',
  keys = PHONE_KEYS,
  nodes,
  methods = METHODS,
  onlyAsked = false,
  answerOther,
  change = (namespaces) => namespaces,
}: EvmAppOptions): PhoneApp & { readonly addresses: readonly Hex[] } {
  const accounts = keys.map((key) => privateKeyToAccount(key))
  const nodeOf = (chainId: string) => nodes[Number(chainId.slice(7))]
  const find = (address: unknown) => {
    const account = accounts.find((one) => one.address.toLowerCase() === String(address).toLowerCase())
    if (!account) throw { code: 4100, message: 'Unknown account' }
    return account
  }
  return {
    name,
    addresses: accounts.map(({ address }) => address),
    grant(proposal) {
      const chains = [...new Set(asked(proposal))].filter(nodeOf)
      return change({
        eip155: {
          chains,
          methods: methods.filter((method) => !onlyAsked || askedMethods(proposal).includes(method)),
          events: EVENTS,
          accounts: chains.flatMap((chain) => accounts.map(({ address }) => `${chain}:${address}`)),
        },
      })
    },
    async answer({ method, params, chainId }) {
      const list = params as [Hex, Hex] & [string, string]
      switch (method) {
        case 'personal_sign':
          return find(list[1]).signMessage({ message: { raw: list[0] } })
        case 'eth_signTypedData_v4':
          return find(list[0]).signTypedData(JSON.parse(list[1] as string))
        case 'eth_sendTransaction': {
          const { from, to, value, data } = list[0] as unknown as {
            from: Hex
            to: Hex
            value?: Hex
            data?: Hex
          }
          const url = nodeOf(chainId) as string
          const chain = defineChain({
            id: Number(chainId.slice(7)),
            name: chainId,
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            rpcUrls: { default: { http: [url] } },
          })
          return createWalletClient({ account: find(from), chain, transport: http(url) }).sendTransaction({
            to,
            ...(value && { value: BigInt(value) }),
            ...(data && { data }),
          })
        }
        case 'wallet_switchEthereumChain':
          return null
        default:
          if (answerOther) return answerOther({ method, params })
          throw { code: 4200, message: `${method} is not supported` }
      }
    },
  }
}
