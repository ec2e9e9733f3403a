import type { SessionTypes } from '@walletconnect/types'
import { createScriptedStarknetWallet, type ScriptedStarknetWallet } from '../../src/exports/testing.js'
import type { PhoneApp } from './relay-phone.js'

/** Options of a Starknet wallet app. */
export interface StarknetAppOptions {
  name?: string
  /** Short chain name → its node. */
  nodes: Readonly<Record<string, string | null>>
  /** How it spells chains: Argent's `SNMAIN`, or the registry's `SN_MAIN`. */
  spelling?: 'short' | 'registry'
  /** Addresses without their 0x, as some wallets send them. */
  bare?: boolean
  methods?: readonly string[]
  /** Its accounts' keys, in hex. */
  privateKeys?: readonly string[]
  change?: (namespaces: SessionTypes.Namespaces) => SessionTypes.Namespaces
}

interface CamelCall {
  contractAddress: string
  entrypoint: string
  calldata?: string[]
}

const METHODS = ['starknet_signTypedData', 'starknet_requestAddInvokeTransaction']

/** Creates a wallet app with real Stark keys; its messages are in camel case, as Argent's are. */
export function createStarknetApp({
  name = 'Argent Mobile',
  nodes,
  spelling = 'short',
  bare = false,
  methods = METHODS,
  privateKeys,
  change = (namespaces) => namespaces,
}: StarknetAppOptions): PhoneApp & { readonly wallet: ScriptedStarknetWallet } {
  const wallet = createScriptedStarknetWallet({ nodes, ...(privateKeys && { privateKeys }) })
  wallet.allow()
  const request = (type: string, params: unknown) =>
    (wallet.object as { request(call: object): Promise<unknown> }).request({ type, params })
  return {
    name,
    wallet,
    grant(proposal) {
      const asked = [proposal.requiredNamespaces, proposal.optionalNamespaces].flatMap(
        (given) => given.starknet?.chains ?? [],
      )
      const chains = asked.filter((chain) => chain.includes('SN_') === (spelling === 'registry'))
      const known = chains.filter((chain) =>
        Object.keys(nodes).includes(chain.replace(/^starknet:SN_?/, 'SN_')),
      )
      const address = bare ? wallet.account.address.slice(2) : wallet.account.address
      return change({
        starknet: {
          chains: known,
          methods: [...methods],
          events: ['chainChanged', 'accountsChanged'],
          accounts: known.map((chain) => `${chain}:${address}`),
        },
      })
    },
    async answer({ method, params }) {
      if (method === 'starknet_signTypedData') {
        const { typedData } = params as { accountAddress: string; typedData: unknown }
        return { signature: await request('wallet_signTypedData', typedData) }
      }
      if (method === 'starknet_requestAddInvokeTransaction') {
        const { executionRequest } = params as { executionRequest: { calls: CamelCall[] } }
        return request('wallet_addInvokeTransaction', {
          calls: executionRequest.calls.map(({ contractAddress, entrypoint, calldata }) => ({
            contract_address: contractAddress,
            entry_point: entrypoint,
            calldata,
          })),
        })
      }
      throw { code: -32_601, message: `${method} is not supported` }
    },
  }
}
