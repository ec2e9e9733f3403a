import { readField } from '../../../errors/normalise.js'
import { UNSUPPORTED_METHOD } from '../../../errors/rpc-codes.js'
import type { FoundWallet, StarknetWallet } from '../wallet-object.js'

/** The snap that makes a MetaMask a Starknet wallet (Consensys). */
const SNAP = 'npm:@consensys/starknet-snap'

/** The part of MetaMask's provider that we use. `_metamask` is its own addition to EIP-1193. */
interface MetaMask {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  readonly _metamask?: { isUnlocked?(): Promise<boolean> }
}

/** Gives a snap's error the code of the wallet API, which the snap has put into `data`. */
function toApiError(error: unknown): unknown {
  const inner = readField(readField(error, 'data'), 'walletRpcError')
  const code = readField(inner, 'code')
  if (typeof code !== 'number') return error
  return Object.assign(new Error(String(readField(inner, 'message') ?? ''), { cause: error }), { code })
}

type Answers = Record<string, (params: unknown) => Promise<unknown>>

/** What the wallet API asks, by the snap's own methods. Each answer reads the snap's network and account anew. */
function createAnswers(metamask: MetaMask): Answers {
  const invoke = async (method: string, params: object): Promise<unknown> => {
    try {
      return await metamask.request({
        method: 'wallet_invokeSnap',
        params: { snapId: SNAP, request: { method, params } },
      })
    } catch (error) {
      throw toApiError(error)
    }
  }
  const isInstalled = async () => {
    const snaps = await metamask.request({ method: 'wallet_getSnaps' })
    return readField(readField(snaps, SNAP), 'enabled') === true
  }
  /** A locked MetaMask would open its window for each question to the snap. */
  const isLocked = async () => (await metamask._metamask?.isUnlocked?.()) === false
  const readChain = async () => readField(await invoke('starkNet_getCurrentNetwork', {}), 'chainId')
  const readPlace = async () => {
    const chainId = await readChain()
    const account = await invoke('starkNet_getCurrentAccount', { chainId, fromState: true }).catch(
      // Snaps before accounts could be chosen have one account.
      async () =>
        readField(
          await invoke('starkNet_recoverAccounts', {
            chainId,
            startScanIndex: 0,
            maxScanned: 1,
            maxMissed: 1,
          }),
          '0',
        ),
    )
    return { chainId, address: readField(account, 'address') }
  }

  return {
    wallet_getPermissions: async () => ((await isInstalled()) ? ['accounts'] : []),
    async wallet_requestAccounts(params) {
      if (readField(params, 'silent_mode') === true) {
        if (!(await isInstalled()) || (await isLocked())) return []
      } else await metamask.request({ method: 'wallet_requestSnaps', params: { [SNAP]: {} } })
      return [(await readPlace()).address]
    },
    async wallet_requestChainId() {
      // In the words of Argent X, which also says so while it is locked.
      if (await isLocked()) throw new Error('Not preauthorized')
      return readChain()
    },
    wallet_switchStarknetChain: (params) =>
      invoke('starkNet_switchNetwork', { chainId: readField(params, 'chainId'), enableAuthorize: true }),
    async wallet_addInvokeTransaction(params) {
      const calls = readField(params, 'calls') as Record<string, unknown>[]
      return invoke('starkNet_executeTxn', {
        ...(await readPlace()),
        calls: calls.map(({ contract_address, entry_point, calldata }) => ({
          contractAddress: contract_address,
          entrypoint: entry_point,
          calldata,
        })),
      })
    },
    wallet_signTypedData: async (typedDataMessage) =>
      invoke('starkNet_signMessage', { ...(await readPlace()), typedDataMessage, enableAuthorize: true }),
    async wallet_watchAsset(params) {
      const asset = readField(params, 'options')
      return invoke('starkNet_addErc20Token', {
        chainId: await readChain(),
        tokenAddress: readField(asset, 'address'),
        tokenName: readField(asset, 'name') ?? '',
        tokenSymbol: readField(asset, 'symbol') ?? '',
        tokenDecimals: readField(asset, 'decimals') ?? 0,
      })
    },
    wallet_deploymentData: async () => invoke('starkNet_getDeploymentData', await readPlace()),
  }
}

/**
 * MetaMask with its Starknet snap, as the object that other extensions put on the window. The page loads no code of the
 * snap: MetaMask runs it, and installs it after the visitor has agreed in MetaMask's own window (`wallet_requestSnaps`).
 * Only `wallet_requestAccounts` without `silent_mode` opens that window.
 *
 * The snap has no events, and asks the visitor only when it is told to (`enableAuthorize`).
 */
export function adaptSnap({ object, id, name, version, icon }: FoundWallet): StarknetWallet {
  const answers = createAnswers(object as MetaMask)
  const noEvents = () => {
    throw new TypeError('The wallet has no events')
  }
  return {
    id,
    name,
    version,
    icon,
    async request({ type, params }) {
      if (Object.hasOwn(answers, type)) return answers[type]?.(params)
      throw Object.assign(new Error('The snap does not have this method'), { code: UNSUPPORTED_METHOD })
    },
    on: noEvents,
    off: noEvents,
  }
}
