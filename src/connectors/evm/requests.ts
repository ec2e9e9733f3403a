import type { ChainId } from '../../chains/caip2.js'
import { MAX_SIGNATURE_HEX } from '../../constants.js'
import { toWalletError } from '../../errors/normalise.js'
import { UserRejectedRequestError, WalletError } from '../../errors/wallet-error.js'
import { printJson } from '../../platform/natives.js'
import { wait } from '../../platform/time.js'
import { toEvmAssetParams } from '../../protocol/evm-asset.js'
import { toEvmTypedData } from '../../protocol/evm-typed-data.js'
import type { TransactionReceipt, WalletSession } from '../connector.js'
import { toAddChainParams } from './add-chain.js'
import type { Eip1193Provider } from './announcement.js'
import { readBalance } from './balance.js'
import { ask } from './provider.js'
import { switchChain } from './switch-chain.js'

/** The live values the requests of a session are made with. */
export interface EvmSessionContext {
  provider: Eip1193Provider
  account(): string
  chainId(): ChainId
  /** The wallet was seen to be on this chain now. */
  onSwitched(chainId: ChainId): void
}

type EvmRequests = Pick<
  WalletSession,
  | 'signMessage'
  | 'signTypedData'
  | 'switchChain'
  | 'addChain'
  | 'watchAsset'
  | 'getBalance'
  | 'waitForTransaction'
>

const RECEIPT_INTERVAL = 1_000

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

/** What can be asked of a connected EVM wallet, whatever carries the requests. */
export function createEvmRequests(context: EvmSessionContext): EvmRequests {
  const { provider } = context
  return {
    async signMessage(message) {
      const params = [toHex(message), context.account()]
      try {
        return readSignature(await ask(provider, 'personal_sign', params))
      } catch (error) {
        throw toWalletError(error, 'sign_failed', true)
      }
    },
    async signTypedData(typedData) {
      const params = [context.account(), printJson(toEvmTypedData(typedData))]
      try {
        return readSignature(await ask(provider, 'eth_signTypedData_v4', params))
      } catch (error) {
        throw toWalletError(error, 'sign_failed', true)
      }
    },
    switchChain: (chainId, config) => switchChain(context, chainId, config),
    async addChain(params) {
      const request = toAddChainParams(params)
      try {
        await ask(provider, 'wallet_addEthereumChain', [request])
      } catch (error) {
        throw toWalletError(error, 'wallet_failed', true)
      }
    },
    async watchAsset(params) {
      const request = toEvmAssetParams(params)
      let accepted: unknown
      try {
        // EIP-747 takes an object where all other methods take a list.
        accepted = await provider.request({ method: 'wallet_watchAsset', params: request })
      } catch (error) {
        throw toWalletError(error, 'wallet_failed', true)
      }
      if (accepted === false) throw new UserRejectedRequestError()
    },
    getBalance: (token) => readBalance(context, token),
    async waitForTransaction(hash, signal) {
      if (!/^0x[0-9a-f]{64}$/i.test(hash))
        throw new WalletError('request_invalid', { message: 'Not a transaction hash' })
      while (!signal.aborted) {
        const receipt = await ask(provider, 'eth_getTransactionReceipt', [hash]).catch(() => null)
        if (receipt) return toReceipt(hash, receipt as Record<string, unknown>)
        await wait(RECEIPT_INTERVAL, signal)
      }
      throw new WalletError('session_ended')
    },
  }
}

function toReceipt(hash: string, receipt: Record<string, unknown>): TransactionReceipt {
  const blockNumber = Number(receipt.blockNumber)
  return {
    transactionHash: hash,
    status: receipt.status === '0x0' ? 'reverted' : 'accepted',
    ...(Number.isSafeInteger(blockNumber) && { blockNumber }),
  }
}
