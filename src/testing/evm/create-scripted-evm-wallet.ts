import { createProviderEmitter } from '../emitter.js'
import { createHeldRequests } from '../held-requests.js'
import { createPlacement } from '../placement.js'
import { createUuid, DEFAULT_ICON, type Eip6963Detail, type Eip6963Info, keepAnnouncing } from './announce.js'
import { createAssetMethods } from './assets.js'
import { createAtOnceMethods } from './at-once.js'
import { createBatchMethods } from './batches.js'
import { createChainMethods } from './chains.js'
import { createRpcError, RPC_CODES } from './error.js'
import type { EvmFaults } from './faults.js'
import type { EvmContext } from './methods.js'
import { type ScriptedEvmWalletOptions, toHexChain } from './options.js'
import { createPermissionMethods } from './permissions.js'
import { createPrompts } from './prompts.js'
import { createScriptedProvider, type RequestRecord } from './provider.js'
import { createSigningMethods } from './signing.js'
import { createEvmState } from './state.js'
import type { ScriptedEvmWallet } from './wallet.js'
import { setWindowEthereum } from './window-ethereum.js'

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
  const info: Eip6963Info = Object.freeze({
    uuid: options.uuid ?? createUuid(),
    name: options.name ?? 'Scripted wallet',
    icon: options.icon ?? DEFAULT_ICON,
    rdns: options.rdns ?? 'com.example.scripted',
  })
  const faults: EvmFaults = { ...options.faults }
  const emitter = createProviderEmitter(faults)
  const state = createEvmState(options, info.rdns, emitter, faults)
  const prompts = createPrompts(options.approve ?? 'always', faults)
  const context: EvmContext = { state, faults, prompts }
  const log: RequestRecord[] = []
  const held = createHeldRequests()
  let online = true
  let batches = options.batches ?? 'none'

  const provider = createScriptedProvider({
    methods: {
      ...createPermissionMethods(context),
      ...createSigningMethods(context),
      ...createChainMethods(context),
      ...createAssetMethods(context),
      ...createBatchMethods(context, () => batches),
      ...createAtOnceMethods(context, options.signsInAtOnce ?? false),
      web3_clientVersion: async () => `${info.name}/1.0.0`,
    },
    faults,
    emitter,
    log,
    delay: options.delay ?? 0,
    isOnline: () => online,
    hold: held.hold,
    ask: state.ask,
  })
  const detail: Eip6963Detail = Object.freeze({ info, provider })
  const announcements = createPlacement(() => keepAnnouncing(detail, options.target))
  const legacy = createPlacement(() => setWindowEthereum(provider))

  return {
    info,
    provider,
    faults,
    requests: log,
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
    setBatches(next) {
      batches = next
    },
    nextPrompt: prompts.next,
    connect: async () => state.grant(await state.accounts()),
    disconnect: () => state.grant([]),
    lock: () => state.setLocked(true),
    unlock: () => state.setLocked(false),
    setAccounts: state.setAccounts,
    setChain: (chainId) => state.moveTo(toHexChain(chainId)),
    goOffline(code = RPC_CODES.disconnected) {
      online = code === RPC_CODES.tryAgain
      emitter.emit('disconnect', createRpcError(code, 'The wallet lost its connection'))
    },
    goOnline() {
      online = true
      emitter.emit('connect', { chainId: state.chainId })
    },
    emit: emitter.emit,
    listenerCount: emitter.count,
    release: held.release,
    dispose() {
      const gone = createRpcError(RPC_CODES.disconnected, 'The wallet is gone')
      announcements.remove()
      legacy.remove()
      online = false
      held.end(gone)
      prompts.close(gone)
      state.dispose()
      emitter.clear()
    },
  }
}
