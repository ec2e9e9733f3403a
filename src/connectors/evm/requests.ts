import { KIB } from '../../constants.js'
import { toWalletError } from '../../errors/normalise.js'
import { UserRejectedRequestError, WalletError } from '../../errors/wallet-error.js'
import { fetchAhead, loadChunk } from '../../platform/chunks.js'
import { printJson } from '../../platform/natives.js'
import type { RequestMethod, WalletSession } from '../connector.js'
import { ask } from './provider.js'
import type { EvmSessionContext } from './session-context.js'

/** The longest signature that we take, as hex with 0x: 8 KiB. */
const MAX_SIGNATURE_HEX = 2 + 8 * KIB * 2

const loadTypedData = () =>
  loadChunk('protocol/evm-typed-data', () => import('../../protocol/evm-typed-data.js'))

const CHANGES = 'connectors/evm/chain-changes'
const importChanges = () => import('./chain-changes.js')
const loadChanges = () => loadChunk(CHANGES, importChanges)

/** Fetches the code of requests that a wallet may answer in a window or an app: these open in the task of the click. */
export function fetchChanges(): void {
  fetchAhead(CHANGES, importChanges)
  fetchAhead(CALLS, importCalls)
}

const CALLS = 'connectors/evm/calls'
const importCalls = () => import('./calls.js')
const loadCalls = () => loadChunk(CALLS, importCalls)

const loadReads = () => loadChunk('connectors/evm/chain-reads', () => import('./chain-reads.js'))

type EvmRequests = Pick<
  WalletSession,
  | 'check'
  | 'signMessage'
  | 'signTypedData'
  | 'switchChain'
  | 'addChain'
  | 'watchAsset'
  | 'execute'
  | 'getBalance'
  | 'getCapabilities'
  | 'waitForTransaction'
>

const toHex = (text: string): string => {
  let hex = '0x'
  for (const byte of new TextEncoder().encode(text)) hex += byte.toString(16).padStart(2, '0')
  return hex
}

function readSignature(value: unknown): string {
  const fits =
    typeof value === 'string' && value.length <= MAX_SIGNATURE_HEX && /^0x(?:[0-9a-f]{2})+$/i.test(value)
  if (!fits) throw new WalletError('signature_invalid')
  return value
}

/** Creates the requests of a connected EVM wallet, whichever connector carries them. */
export function createEvmRequests(context: EvmSessionContext): EvmRequests {
  const { provider } = context
  const sign = async (method: string, toParams: (account: string) => string[]): Promise<string> => {
    const account = context.account()
    if (!account) throw new WalletError('no_session')
    const params = toParams(account)
    try {
      return readSignature(await ask(provider, method, params))
    } catch (error) {
      throw toWalletError(error, 'sign_failed', true)
    }
  }
  const checks: Partial<Record<RequestMethod, (params: never, options?: unknown) => unknown>> = {
    execute: async (calls, options) => (await loadCalls()).parseEvmCalls(calls, options),
    signTypedData: async (typedData) => (await loadTypedData()).toEvmTypedData(typedData),
    addChain: async (params) => (await loadChanges()).toAddChainParams(params),
    watchAsset: async (params) => (await loadChanges()).toEvmAssetParams(params),
  }
  return {
    check: (method, [params, options]) => checks[method]?.(params as never, options),
    signMessage: (message) => sign('personal_sign', (account) => [toHex(message), account]),
    async signTypedData(typedData) {
      const { toEvmTypedData } = await loadTypedData()
      return sign('eth_signTypedData_v4', (account) => [account, printJson(toEvmTypedData(typedData))])
    },
    switchChain: async (chainId, config) => (await loadChanges()).switchChain(context, chainId, config),
    async addChain(params) {
      const request = (await loadChanges()).toAddChainParams(params)
      try {
        await ask(provider, 'wallet_addEthereumChain', [request])
      } catch (error) {
        throw toWalletError(error, 'wallet_failed', true)
      }
    },
    async watchAsset(params) {
      const request = (await loadChanges()).toEvmAssetParams(params)
      let accepted: unknown
      try {
        // EIP-747 takes an object, all other methods take a list.
        accepted = await provider.request({ method: 'wallet_watchAsset', params: request })
      } catch (error) {
        throw toWalletError(error, 'wallet_failed', true)
      }
      if (accepted === false) throw new UserRejectedRequestError()
    },
    getBalance: async (token) => (await loadReads()).readBalance(context, token),
    execute: async (calls, options, progress) =>
      (await loadCalls()).executeCalls(context, calls, options, progress),
    getCapabilities: async (chainId) => (await loadCalls()).readCapabilities(context, chainId),
    waitForTransaction: async (id, signal) => (await loadCalls()).waitForTransaction(context, id, signal),
  }
}
