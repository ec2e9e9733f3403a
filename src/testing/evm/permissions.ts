import { createRpcError, RPC_CODES } from './error.js'
import { ask, type EvmContext, type EvmMethods, invalidParams, readObject, unlock } from './methods.js'

/** Opens the window of a wallet that asks for its permission before it answers anything else. */
export async function askBefore(context: EvmContext, method: string, params: unknown): Promise<void> {
  const { state } = context
  if (method === 'eth_accounts') {
    if (state.isLocked && state.granted.length > 0) throw new Error('KeyRing is locked')
    return
  }
  await unlock(context, method, params)
  if (state.granted.length > 0) return
  const approval = await ask(context, 'connect', method, params)
  state.grant(approval.accounts ?? (await state.accounts()))
}

/**
 * The methods for accounts and consent: `eth_accounts`, `eth_requestAccounts`, EIP-2255, and
 * `wallet_revokePermissions`.
 */
export function createPermissionMethods(context: EvmContext): EvmMethods {
  const { state, faults } = context
  let cold = 0

  const share = async (method: string, params: unknown): Promise<readonly string[]> => {
    const approval = await ask(context, 'connect', method, params)
    state.grant(approval.accounts ?? (await state.accounts()))
    return state.granted
  }
  const describe = () => {
    const accounts = faults.reversePermissions ? [...state.granted].reverse() : [...state.granted]
    if (accounts.length === 0) return []
    return [
      {
        parentCapability: 'eth_accounts',
        invoker: globalThis.location?.origin,
        caveats: [{ type: 'restrictReturnedAccounts', value: accounts }],
      },
    ]
  }
  const readPermission = (params: unknown) => {
    const wanted = Object.keys(readObject(params))
    if (wanted.length === 0) throw invalidParams('Name the permission that is wanted')
    if (wanted.some((name) => name !== 'eth_accounts')) {
      throw createRpcError(RPC_CODES.methodNotFound, 'Only the permission eth_accounts exists')
    }
  }

  return {
    async eth_accounts() {
      if (cold < (faults.warmUp ?? 0)) {
        cold += 1
        return []
      }
      return [...state.shown]
    },
    async eth_requestAccounts(params) {
      await unlock(context, 'eth_requestAccounts', params)
      return [...(state.granted.length > 0 ? state.granted : await share('eth_requestAccounts', params))]
    },
    eth_coinbase: async () => state.shown[0] ?? null,
    wallet_getPermissions: async () => describe(),
    async wallet_requestPermissions(params) {
      readPermission(params)
      await share('wallet_requestPermissions', params)
      return describe()
    },
    async wallet_revokePermissions(params) {
      readPermission(params)
      state.grant([])
      return null
    },
  }
}
