/** What a {@link MetaMaskWithSnap} was asked, and what its visitor does. */
export interface MetaMaskWithSnap {
  /** For an announcement (EIP-6963). */
  readonly provider: object
  /** The windows that MetaMask and the snap have opened, in order. */
  readonly windows: string[]
  /** The params of each question to the snap, by its method. */
  readonly asked: Record<string, unknown[]>
  approves: boolean
  isInstalled: boolean
  isLocked: boolean
  chainId: string
}

const SNAP = 'npm:@consensys/starknet-snap'
const reject = (code: number, message: string, data?: object) =>
  Promise.reject(Object.assign(new Error(message), { code, ...(data && { data }) }))

/** The error of a snap, as MetaMask passes it on. */
const refused = () =>
  reject(-32603, 'Internal JSON-RPC error.', {
    walletRpcError: { code: 113, message: 'An error occurred (USER_REFUSED_OP)' },
  })

/**
 * Plays a MetaMask with Consensys' Starknet snap, by the snap's source (packages/starknet-snap/src/rpcs): its package is not on
 * npm for everybody. It opens a window where MetaMask does, so that a test can count them.
 *
 * @param accounts the snap's account on each chain
 * @param isOld a snap before accounts could be chosen
 */
export function createMetaMaskWithSnap(accounts: Record<string, string>, isOld = false): MetaMaskWithSnap {
  const [first = ''] = Object.keys(accounts)
  const asks = (window: string) => {
    metamask.windows.push(window)
    return metamask.approves
  }
  const hasAccount = ({ address, chainId }: Record<string, unknown>) => accounts[String(chainId)] === address
  const account = ({ chainId }: Record<string, unknown>) => ({ address: accounts[String(chainId)], chainId })
  const methods: Record<string, (params: Record<string, unknown>) => unknown> = {
    starkNet_getCurrentNetwork: () => ({ name: 'Network', chainId: metamask.chainId, nodeUrl: '' }),
    ...(isOld
      ? { starkNet_recoverAccounts: (params) => [account(params)] }
      : { starkNet_getCurrentAccount: account }),
    starkNet_switchNetwork({ chainId, enableAuthorize }) {
      if (enableAuthorize && !asks('switch')) return refused()
      metamask.chainId = String(chainId)
      return true
    },
    starkNet_signMessage(params) {
      if (!hasAccount(params)) return reject(-32602, 'Invalid params')
      // Without this word the snap would sign unseen.
      if (params.enableAuthorize !== true) return ['0x0', '0x0']
      return asks('sign') ? ['0x1', '0x2'] : refused()
    },
    starkNet_executeTxn(params) {
      if (!hasAccount(params)) return reject(-32602, 'Invalid params')
      return asks('execute') ? { transaction_hash: '0xabc' } : refused()
    },
    starkNet_addErc20Token: () => (asks('asset') ? true : refused()),
  }
  const provider = {
    isMetaMask: true,
    _metamask: { isUnlocked: async () => !metamask.isLocked },
    async request({ method, params }: { method: string; params?: Record<string, unknown> }) {
      if (method === 'wallet_getSnaps') return metamask.isInstalled ? { [SNAP]: { enabled: true } } : {}
      if (method === 'wallet_requestSnaps') {
        if (metamask.isInstalled && !metamask.isLocked) return { [SNAP]: { enabled: true } }
        if (!asks('connect')) return reject(4001, 'User rejected the request.')
        metamask.isLocked = false
        metamask.isInstalled = true
        return { [SNAP]: { enabled: true } }
      }
      if (method !== 'wallet_invokeSnap') return reject(4200, `No ${method}`)
      if (metamask.isLocked) metamask.windows.push('unlock')
      if (!metamask.isInstalled) return reject(4100, 'Unauthorized')
      const { method: name, params: inner } = params?.request as {
        method: string
        params: Record<string, unknown>
      }
      const answer = methods[name]
      metamask.asked[name] = [...(metamask.asked[name] ?? []), inner]
      return answer ? answer(inner) : reject(4100, 'Permission denied')
    },
  }
  const metamask: MetaMaskWithSnap = {
    provider,
    windows: [],
    asked: {},
    approves: true,
    isInstalled: false,
    isLocked: false,
    chainId: first,
  }
  return metamask
}
