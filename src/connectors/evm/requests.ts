import { KIB } from '../../constants.js'
import { toWalletError } from '../../errors/normalise.js'
import { UserRejectedRequestError, WalletError } from '../../errors/wallet-error.js'
import { createPart } from '../../platform/chunks.js'
import { printJson } from '../../platform/natives.js'
import type { RequestMethod, WalletSession } from '../connector.js'
import { UNWATCHED } from '../progress.js'
import type { RequestProgress } from '../requests.js'
import { hand } from './provider.js'
import type { EvmSessionContext } from './session-context.js'

/** The longest signature that we take, as hex with 0x: 8 KiB. */
const MAX_SIGNATURE_HEX = 2 + 8 * KIB * 2

/** Fetched ahead for a wallet that answers in a window or an app: these open in the task of the click. */
export const REQUEST_CODE = createPart(() => import('./request-code.js'))

type EvmRequests = Pick<
  WalletSession,
  | 'tellsSending'
  | 'check'
  | 'signMessage'
  | 'signTypedData'
  | 'switchChain'
  | 'addChain'
  | 'watchAsset'
  | 'readChain'
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
  const sign = async (
    method: string,
    toParams: (account: string) => string[],
    progress: RequestProgress,
  ): Promise<string> => {
    const account = context.report.account
    if (!account) throw new WalletError('no_session')
    const params = toParams(account)
    try {
      return readSignature(await hand(context, progress, method, params))
    } catch (error) {
      throw toWalletError(error, 'sign_failed', true)
    }
  }
  const checks: Partial<Record<RequestMethod, (params: never, options?: unknown) => unknown>> = {
    execute: async (calls, options) => (await REQUEST_CODE.load()).parseEvmCalls(calls, options),
    signTypedData: async (typedData) => (await REQUEST_CODE.load()).toEvmTypedData(typedData),
    addChain: async (params) => (await REQUEST_CODE.load()).toAddChainParams(params),
    watchAsset: async (params) => (await REQUEST_CODE.load()).toAssetParams(params),
  }
  return {
    tellsSending: true,
    check: (method, [params, options]) => checks[method]?.(params as never, options),
    signMessage: (message, progress = UNWATCHED) =>
      sign('personal_sign', (account) => [toHex(message), account], progress),
    async signTypedData(typedData, progress = UNWATCHED) {
      const { toEvmTypedData } = await REQUEST_CODE.load()
      const toParams = (account: string) => [account, printJson(toEvmTypedData(typedData))]
      return sign('eth_signTypedData_v4', toParams, progress)
    },
    switchChain: async (chainId, config, progress = UNWATCHED) =>
      (await REQUEST_CODE.load()).switchChain(context, chainId, config, progress),
    async addChain(params, progress = UNWATCHED) {
      const request = (await REQUEST_CODE.load()).toAddChainParams(params)
      try {
        await hand(context, progress, 'wallet_addEthereumChain', [request])
      } catch (error) {
        throw toWalletError(error, 'wallet_failed', true)
      }
    },
    async watchAsset(params, progress = UNWATCHED) {
      const request = (await REQUEST_CODE.load()).toAssetParams(params)
      let accepted: unknown
      try {
        // EIP-747 takes an object, all other methods take a list.
        accepted = await hand(context, progress, 'wallet_watchAsset', request)
      } catch (error) {
        throw toWalletError(error, 'wallet_failed', true)
      }
      if (accepted === false) throw new UserRejectedRequestError()
    },
    readChain: async () => (await REQUEST_CODE.load()).lookAtChain(context),
    getBalance: async (token) => (await REQUEST_CODE.load()).readBalance(context, token),
    execute: async (calls, options, progress) =>
      (await REQUEST_CODE.load()).executeCalls(context, calls, options, progress),
    getCapabilities: async (chainId) => (await REQUEST_CODE.load()).readCapabilities(context, chainId),
    waitForTransaction: async (id, signal, chainId = context.report.chainId, sent) =>
      (await REQUEST_CODE.load()).waitForTransaction(context, chainId, id, signal, sent),
  }
}
