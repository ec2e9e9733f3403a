import { toStarknetHex } from '../../../chains/starknet-networks.js'
import { PROVIDER_VERSION } from '../../../constants.js'
import { readField, toWalletError } from '../../../errors/normalise.js'
import { ConnectorNotConnectedError } from '../../../errors/not-connected-error.js'
import { WalletError } from '../../../errors/wallet-error.js'
import { callSafely } from '../../../platform/call-safely.js'
import type { ChainId } from '../../../protocol/caip2.js'
import { parseStarknetSignature, readTransactionHash } from '../../../protocol/starknet-answers.js'
import { parseStarknetEvent, type StarknetEvent } from '../../../protocol/starknet-events.js'
import type { FeltCall } from '../../../protocol/starknet-transaction.js'
import type { RequestProgress } from '../../requests.js'
import type { Dialect } from '../dialect.js'
import type { StarknetWallet } from '../wallet-object.js'
import { EXECUTE, SIGN } from './grant.js'

/** A wallet on a phone, as its session knows it. */
export interface PhoneWallet {
  readonly accounts: readonly string[]
  readonly chainId: ChainId
  /** False once the session has ended. */
  readonly isLive: boolean
  /** The chains with an account. */
  readonly chains: readonly ChainId[]
  /** Uses a chain from now on. The wallet is not asked. */
  moveTo(chainId: ChainId): void
  send(method: string, params: unknown, progress?: RequestProgress): Promise<unknown>
}

/** A wallet on a phone, with the interfaces of starknet.js and of this package's sessions. */
export interface MobileWallet {
  object: StarknetWallet
  dialect: Dialect
  emit(event: StarknetEvent, ...values: unknown[]): void
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

/** Answers starknet.js in the wallet API's words, whatever the phone says on the wire. */
function createAnswers(
  phone: PhoneWallet,
  dialect: Dialect,
): (type: unknown, params: unknown) => Promise<unknown> {
  const types: Record<string, (params: never) => Promise<unknown>> = {
    wallet_requestAccounts: dialect.requestAccounts,
    wallet_requestChainId: async () => toStarknetHex(phone.chainId),
    wallet_getPermissions: async () => ['accounts'],
    wallet_signTypedData: async (typedData: unknown) =>
      parseStarknetSignature(await dialect.signTypedData(typedData as never)),
    async wallet_addInvokeTransaction({ calls = [] }: { calls?: SnakeCall[] }) {
      const list = calls.map(({ contract_address, entry_point, calldata = [] }) => ({
        contractAddress: contract_address,
        entrypoint: entry_point,
        calldata,
      }))
      const hash = readTransactionHash(await dialect.execute(list, {}))
      if (!hash) throw new WalletError('wallet_malformed')
      return { transaction_hash: hash }
    },
  }
  return async function answer(type: unknown, params: unknown): Promise<unknown> {
    if (!phone.isLive) throw new ConnectorNotConnectedError()
    if (!Object.hasOwn(types, type as string)) return refuse()
    try {
      return await (types[type as string] as (params: unknown) => Promise<unknown>)(params ?? {})
    } catch (error) {
      throw toWalletError(error, 'wallet_failed', true)
    }
  }
}

/** Creates the wallet object of a session, and its dialect. */
export function createMobileWallet(phone: PhoneWallet, name: string, icon: string): MobileWallet {
  const handlers: Record<StarknetEvent, Set<Handler>> = {
    accountsChanged: new Set(),
    networkChanged: new Set(),
  }
  const accountAddress = () => phone.accounts[0] as string
  const sign = (typedData: unknown, progress?: RequestProgress) =>
    phone.send(SIGN, { accountAddress: accountAddress(), typedData }, progress)
  const execute = (calls: readonly FeltCall[], details: object, progress?: RequestProgress) => {
    const executionRequest = {
      calls: calls.map(({ contractAddress, entrypoint, calldata }) => ({
        contractAddress,
        entrypoint,
        calldata,
      })),
      ...(Object.keys(details).length > 0 && { invocationDetails: details }),
    }
    return phone.send(EXECUTE, { accountAddress: accountAddress(), executionRequest }, progress)
  }
  const dialect: Dialect = {
    takesOptions: true,
    requestAccounts: async () => [...phone.accounts],
    readAccounts: async () => [...phone.accounts],
    isLocked: async () => false,
    isRevoked: async () => false,
    readChainId: async () => phone.chainId,
    signTypedData: sign,
    execute,
    async switchChain(chainId) {
      // We do not ask the phone wallet to switch: a chain of its session can be used, any other has to be chosen in the
      // wallet.
      if (!phone.chains.includes(chainId)) throw new WalletError('network_switching_only_available_in_wallet')
      phone.moveTo(chainId)
      return true
    },
    addChain: refuse,
    watchAsset: refuse,
  }
  const answer = createAnswers(phone, dialect)
  return {
    dialect,
    object: {
      id: 'argentMobile',
      name,
      version: PROVIDER_VERSION,
      icon,
      request: (call) => answer(readField(call, 'type'), readField(call, 'params')),
      on: (event, handler) => void handlers[parseStarknetEvent(event)].add(handler),
      off: (event, handler) => void handlers[parseStarknetEvent(event)].delete(handler),
    },
    emit(event, ...values) {
      for (const handler of [...handlers[event]]) callSafely(handler, ...values)
    },
  }
}
