import { readErrorMessage, readField } from '../../errors/normalise.js'
import { WalletError } from '../../errors/wallet-error.js'
import { NativePromise } from '../../platform/natives.js'
import { within } from '../../platform/time.js'
import { readStarknetChainId } from '../../protocol/caip2.js'
import { readStarknetAccounts } from './accounts.js'
import type { Dialect } from './dialect.js'
import { toWalletApiChain } from './injected/wallet-api.js'
import { ask } from './wallet-call.js'
import type { StarknetWallet } from './wallet-object.js'

/** The starknet.js versions that a wallet's account may have (get-starknet 3). */
export type StarknetVersion = 'v4' | 'v5'

/** Longest wait for a wallet's own node to return its chain, in ms. */
const CHAIN_READ_TIMEOUT = 1_000

/**
 * Checks the version that `enable` takes.
 *
 * @param value v5 by default (specification, business constants)
 * @throws WalletError `request_invalid` for any version except v4 and v5
 */
export function parseStarknetVersion(value: unknown = 'v5'): StarknetVersion {
  if (value === 'v4' || value === 'v5') return value
  throw new WalletError('request_invalid', { message: 'starknetVersion must be v4 or v5' })
}

/** Calls a method of a wallet's object, if the object has it. */
const call = (target: unknown, method: string, ...args: unknown[]): Promise<unknown> =>
  new NativePromise((resolve) => {
    const run = readField(target, method)
    if (typeof run !== 'function') throw new WalletError('not_implemented')
    resolve(run.apply(target, args))
  })

/**
 * Enables a wallet through the older account API, and leaves it connected.
 *
 * @returns the addresses
 * @throws WalletError `connect_failed` when the wallet agrees and is not connected
 */
export async function enableWallet(wallet: StarknetWallet): Promise<unknown> {
  const enable = (starknetVersion: StarknetVersion) => call(wallet, 'enable', { starknetVersion })
  const answer = await enable('v5').catch((error) => {
    // Each wallet knows only one of the two versions, and refuses the other before any prompt.
    if (/unsupported starknet/i.test(readErrorMessage(error))) return enable('v4')
    throw error
  })
  if (!wallet.isConnected) throw new WalletError('connect_failed')
  const accounts = readStarknetAccounts(answer) ?? []
  if (accounts.length > 0) return accounts
  return readStarknetAccounts(wallet.selectedAddress || readField(wallet.account, 'address'))
}

/** The older API: enable, isPreauthorized, and the wallet's own account object (get-starknet 3). */
export function createAccountApi(wallet: StarknetWallet): Dialect {
  const isPreauthorized = async () => (await call(wallet, 'isPreauthorized')) === true
  return {
    takesOptions: true,
    requestAccounts: () => enableWallet(wallet),
    async readAccounts() {
      // The visitor is logged in and the page pre-authorised (specification, section 6), so enable shows no prompt.
      if (!(await isPreauthorized())) return null
      const current = wallet.isConnected ? readStarknetAccounts(wallet.selectedAddress) : []
      const accounts = current?.length ? current : ((await enableWallet(wallet)) as string[] | null)
      return accounts?.length ? accounts : null
    },
    // A revoked wallet has emitted an event and isConnected is false; a locked wallet is still connected.
    isLocked: async () => Boolean(wallet.isConnected) && !(await isPreauthorized()),
    // isConnected says it, which the session reads.
    isRevoked: async () => false,
    async readChainId() {
      const sources = [wallet.provider, wallet.account]
      for (const source of sources) {
        const read = call(source, 'getChainId').catch(() => null)
        const chainId = readStarknetChainId(await within(read, CHAIN_READ_TIMEOUT, () => null))
        if (chainId) return chainId
      }
      return readStarknetChainId(wallet.chainId) ?? readStarknetChainId(readField(wallet.provider, 'chainId'))
    },
    signTypedData: (typedData) => call(wallet.account, 'signMessage', typedData),
    execute: (calls, options) =>
      Object.keys(options).length > 0
        ? call(wallet.account, 'execute', calls, undefined, options)
        : call(wallet.account, 'execute', calls),
    // Wallets with this API compare short names.
    switchChain: (chainId) =>
      ask(wallet, 'wallet_switchStarknetChain', { chainId: chainId.slice('starknet:'.length) }),
    // In both spellings, because a newer wallet that we have classified as an older one reads the newer spelling.
    addChain: (params) => ask(wallet, 'wallet_addStarknetChain', { ...params, ...toWalletApiChain(params) }),
    watchAsset: (params) => ask(wallet, 'wallet_watchAsset', params),
  }
}
