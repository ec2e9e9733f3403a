import type { ChainId } from '../../../chains/caip2.js'
import { WalletError } from '../../../errors/wallet-error.js'
import type { FeltCall } from '../../../protocol/calls.js'
import { callListener } from '../../relay/listeners.js'
import { toStarknetHex } from '../chain-params.js'
import type { Dialect } from '../dialect.js'
import type { StarknetWallet } from '../wallet-object.js'
import { EXECUTE, SIGN } from './grant.js'

/** What the wallet object of a phone works on. */
export interface MobileTruth {
  readonly accounts: readonly string[]
  readonly chainId: ChainId
  /** Chains with an account. */
  readonly chains: ReadonlyMap<ChainId, string>
  moveTo(chainId: ChainId): void
  send(method: string, params: unknown): Promise<unknown>
}

/** A wallet on a phone as starknet.js and this package's sessions know wallets. */
export interface MobileWallet {
  object: StarknetWallet
  dialect: Dialect
  emit(event: 'accountsChanged' | 'networkChanged', ...values: unknown[]): void
}

type Handler = (...args: unknown[]) => void

interface SnakeCall {
  contract_address: string
  entry_point: string
  calldata?: string[]
}

const refuse = async (): Promise<never> => {
  throw new WalletError('not_implemented')
}

/** Creates the wallet object of a session, and the language it is spoken to in. */
export function createMobileWallet(truth: MobileTruth, name: string, icon: string): MobileWallet {
  const handlers = new Map<string, Set<Handler>>()
  const accountAddress = () => truth.accounts[0] as string
  const sign = (typedData: unknown) => truth.send(SIGN, { accountAddress: accountAddress(), typedData })
  const execute = (calls: readonly FeltCall[], details: object) =>
    truth.send(EXECUTE, {
      accountAddress: accountAddress(),
      executionRequest: {
        calls: calls.map(({ contractAddress, entrypoint, calldata }) => ({
          contractAddress,
          entrypoint,
          calldata,
        })),
        ...(Object.keys(details).length > 0 && { invocationDetails: details }),
      },
    })
  const dialect: Dialect = {
    takesOptions: true,
    requestAccounts: async () => [...truth.accounts],
    readAccounts: async () => [...truth.accounts],
    isLocked: async () => false,
    readChainId: async () => truth.chainId,
    signTypedData: sign,
    execute,
    async switchChain(chainId) {
      // A phone's wallet is not asked: what its session holds can be used, everything else is for its owner to change.
      if (!truth.chains.has(chainId)) throw new WalletError('network_switching_only_available_in_wallet')
      truth.moveTo(chainId)
      return true
    },
    addChain: refuse,
    watchAsset: refuse,
  }
  const types: Record<string, (params: never) => Promise<unknown>> = {
    wallet_requestAccounts: dialect.requestAccounts,
    wallet_requestChainId: async () => toStarknetHex(truth.chainId),
    wallet_getPermissions: async () => ['accounts'],
    wallet_signTypedData: (typedData: unknown) => sign(typedData),
    wallet_addInvokeTransaction: ({ calls }: { calls: SnakeCall[] }) =>
      execute(
        calls.map(({ contract_address, entry_point, calldata = [] }) => ({
          contractAddress: contract_address,
          entrypoint: entry_point,
          calldata,
        })),
        {},
      ),
  }
  return {
    dialect,
    object: {
      id: 'argentMobile',
      name,
      version: '1.0.0',
      icon,
      request: ({ type, params }) =>
        Object.hasOwn(types, type)
          ? (types[type] as (params: unknown) => Promise<unknown>)(params)
          : refuse(),
      on: (event, handler) => void handlers.set(event, (handlers.get(event) ?? new Set()).add(handler)),
      off: (event, handler) => void handlers.get(event)?.delete(handler),
    },
    emit(event, ...values) {
      for (const handler of [...(handlers.get(event) ?? [])])
        callListener(() => handler(...values), undefined)
    },
  }
}
