import { createProviderEmitter } from '../emitter.js'
import { createOpenRequests } from '../open-requests.js'
import { createPlacement } from '../placement.js'
import { createInfo, keepAnnouncing } from './announce.js'
import { createAssetMethods } from './assets.js'
import { createAtOnceMethods } from './at-once.js'
import { createBatchMethods } from './batches.js'
import { createChainMethods } from './chains.js'
import { createRpcError, RPC_CODES } from './error.js'
import type { EvmFaults } from './faults.js'
import type { EvmContext, EvmMethods } from './methods.js'
import { type ScriptedEvmWalletOptions, toHexChain } from './options.js'
import { askBefore, createPermissionMethods } from './permissions.js'
import { createPrompts } from './prompts.js'
import { createScriptedProvider, type RequestRecord } from './provider.js'
import { createSigningMethods } from './signing.js'
import { EvmState } from './state.js'
import type { ScriptedEvmWallet } from './wallet.js'
import { setWindowEthereum } from './window-ethereum.js'

/** Every method of the wallet itself; reads of the chain go to the node. */
function createMethods(context: EvmContext, name: string, signsInAtOnce = false): EvmMethods {
  const batches = createBatchMethods(context)
  return {
    ...createPermissionMethods(context),
    ...createSigningMethods(context),
    ...createChainMethods(context),
    ...createAssetMethods(context),
    ...batches,
    ...(signsInAtOnce && createAtOnceMethods(context, batches)),
    web3_clientVersion: async () => `${name}/1.0.0`,
  }
}

/**
 * Creates a wallet for tests of pages without an extension. It follows EIP-6963, EIP-1193, EIP-2255, EIP-3085, EIP-3326,
 * EIP-747 and, with `batches`, EIP-5792 as strictly as the common extensions, and uses JSON-RPC nodes with unlocked
 * accounts. Use test keys only.
 *
 * @example
 * const wallet = createScriptedEvmWallet({ name: 'Test', rpcUrls: { 31337: 'http://127.0.0.1:8545' } })
 * wallet.announce()
 * // … the page connects and signs …
 * wallet.setApprove('never')
 * expect(wallet.prompts.map(({ kind }) => kind)).toEqual(['connect', 'sign'])
 */
export function createScriptedEvmWallet(options: ScriptedEvmWalletOptions = {}): ScriptedEvmWallet {
  const info = createInfo(options)
  const faults: EvmFaults = { ...options.faults }
  const emitter = createProviderEmitter(faults)
  const state = new EvmState(options, info.rdns, emitter, faults)
  const prompts = createPrompts(options.approve ?? 'always', faults, options.keepsRequests)
  const context = { state, faults, prompts }
  const methods = createMethods(context, info.name, options.signsInAtOnce)
  const before = (method: string, params: unknown) => askBefore(context, method, params)
  const requests: RequestRecord[] = []
  const open = createOpenRequests()
  const delay = options.delay ?? 0
  const provider = createScriptedProvider({
    methods,
    before,
    state,
    faults,
    emitter,
    log: requests,
    delay,
    open,
  })
  const detail = Object.freeze({ info, provider })
  const announcements = createPlacement(() => keepAnnouncing(detail, options.target))
  const legacy = createPlacement(() => setWindowEthereum(provider))

  return {
    info,
    provider,
    faults,
    requests,
    prompts: prompts.shown,
    openPrompts: prompts.open,
    get granted() {
      return state.granted
    },
    get chainId() {
      return state.chainId
    },
    announce: (when) => void announcements.put(when),
    withdraw: announcements.remove,
    installLegacy: () => legacy.put(),
    setApprove: prompts.setApprove,
    setBatches(batches) {
      state.batches = batches
    },
    nextPrompt: prompts.next,
    closeWindow: prompts.hide,
    connect: async () => state.grant(await state.accounts()),
    disconnect: () => state.grant([]),
    lock: () => state.setLocked(true),
    unlock() {
      state.setLocked(false)
      prompts.approve('unlock')
    },
    setAccounts: (accounts) => state.setAccounts(accounts),
    setChain: (chainId) => state.moveTo(toHexChain(chainId)),
    goOffline: (code = RPC_CODES.disconnected) => state.goOffline(code),
    goOnline: () => state.goOnline(),
    emit: emitter.emit,
    listenerCount: emitter.count,
    release: open.release,
    dispose() {
      const gone = createRpcError(RPC_CODES.disconnected, 'The wallet is gone')
      announcements.remove()
      legacy.remove()
      open.end(gone)
      prompts.close(gone)
      state.dispose()
      emitter.clear()
    },
  }
}
