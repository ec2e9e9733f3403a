import type { StarknetTypedData } from '../../protocol/starknet-typed-data.js'
import { toShortName } from './chain-names.js'
import { readCalls } from './execution.js'
import { toFelt, toHex } from './hash.js'
import type { StarknetFaults, StarknetHabits } from './options.js'
import { createStarknetError, type StarknetProfile } from './profiles.js'
import type { StarknetPromptKind, StarknetPrompts } from './prompts.js'
import type { StarknetState } from './state.js'
import { hashTypedData } from './typed-data-hash.js'

/**
 * When Argent X's script in the page gives up a request that its worker has not accepted, in ms (its published source).
 */
const GIVES_UP_AFTER = 1_000

/** When the events come of a wallet that has locked itself at once, in ms (Argent X: within 40). */
const TELLS_AFTER = 40

/** A wallet's methods: request type → answer. */
export type StarknetMethods = Record<string, (params: Record<string, unknown>) => Promise<unknown>>

/** What the methods of a wallet use. */
export interface StarknetContext {
  profile: StarknetProfile
  state: StarknetState
  faults: StarknetFaults
  habits: StarknetHabits
  prompts: StarknetPrompts
  send: (calls: ReturnType<typeof readCalls>) => Promise<string>
}

/**
 * Unlocks the wallet and gives the page its permission, with the windows that this needs.
 *
 * @returns whether there was a window, in which the request may go on
 */
export async function getLeave(
  { state, prompts, profile, habits }: StarknetContext,
  type: string,
): Promise<boolean> {
  const { locked } = state
  if (locked) {
    if (profile.refusesWhenLocked && state.allowed) throw profile.refusal('unlock')
    await prompts.ask('unlock', type, undefined)
    state.locked = false
  }
  if (state.allowed) return locked
  await prompts.ask('connect', type, undefined, locked)
  state.allowed = true
  state.muted = habits.muteUntilEnabled === true
  return true
}

/** Whether a wallet answers a request without a window, whatever its state. */
const isSilent = (type: string, params: Record<string, unknown>): boolean =>
  type === 'wallet_getPermissions' ||
  type === 'isPreauthorized' ||
  (type === 'wallet_requestAccounts' && params.silent_mode === true)

/** Opens the window of a wallet that asks for its permission before it answers anything else. */
export async function askBefore(
  context: StarknetContext,
  type: string,
  params: Record<string, unknown>,
): Promise<void> {
  const { state } = context
  if (!isSilent(type, params)) await getLeave(context, type)
  else if (state.locked && state.allowed) throw new Error('KeyRing is locked')
}

/** Fails where the wallet has locked itself silently: its script in the page gives up, and no window opens. */
async function checkLock({ habits, state }: StarknetContext): Promise<void> {
  if (!state.locked || !habits.locksSilently) return
  await new Promise((resolve) => setTimeout(resolve, habits.givesUpAfter ?? GIVES_UP_AFTER))
  throw new Error('Timeout')
}

/** Shows a window for a request that needs no permission. */
async function ask(
  context: StarknetContext,
  kind: StarknetPromptKind,
  type: string,
  params: unknown,
): Promise<void> {
  await checkLock(context)
  await context.prompts.ask(kind, type, params)
}

/** Shows a window for a request that needs a permission. */
export async function confirm(
  context: StarknetContext,
  kind: StarknetPromptKind,
  type: string,
  params: unknown,
): Promise<void> {
  await checkLock(context)
  const isOpen = await getLeave(context, type)
  await context.prompts.ask(kind, type, params, isOpen)
}

/** Signs typed data; the wallet API and the account API both use it. */
export async function signTypedData(
  context: StarknetContext,
  type: string,
  params: unknown,
): Promise<string[]> {
  const { profile, state } = context
  const typedData = params as StarknetTypedData
  const chainId = typedData?.domain?.chainId
  if (profile.checksChain && (chainId === undefined || chainId === null)) {
    throw new Error('Cannot sign the message without chainId')
  }
  if (profile.checksChain && toShortName(chainId) !== state.chain) {
    throw new Error(
      `Cannot sign the message from a different chainId. Expected ${toHex(toFelt(state.chain))}, got ${chainId}`,
    )
  }
  await confirm(context, 'sign', type, params)
  let hash: bigint
  try {
    hash = hashTypedData(typedData, state.account.address)
  } catch {
    throw createStarknetError(114, 'INVALID_REQUEST_PAYLOAD')
  }
  return state.account.sign(hash)
}

/** The methods of the wallet API; each profile has a selection of them. */
export function createStarknetMethods(context: StarknetContext): StarknetMethods {
  const { profile, state, faults, habits, send } = context
  const own: StarknetMethods = {
    wallet_supportedSpecs: async () => ['0.8', '0.9'],
    wallet_supportedWalletApi: async () => ['0.7', '0.10'],
    wallet_getPermissions: async () =>
      profile.permissions(habits.locksSilently ? state.visible : state.allowed),
    async wallet_requestAccounts({ silent_mode }) {
      if (silent_mode === true) {
        if (state.visible) return [state.account.address]
        if (profile.silentRefusal) throw profile.silentRefusal()
        return []
      }
      await getLeave(context, 'wallet_requestAccounts')
      if (habits.locksAtOnce) {
        state.locked = true
        setTimeout(() => state.tellAll(), TELLS_AFTER)
        if (habits.locksAtOnce === 'fails') throw new Error('No account selected')
      }
      return [state.account.address]
    },
    async wallet_requestChainId() {
      if (habits.locksAtOnce && state.locked) await new Promise(() => {})
      const hasLeave = habits.locksSilently ? state.visible : state.allowed
      if (!hasLeave && profile.chainNeedsLeave) throw profile.chainNeedsLeave()
      return toHex(toFelt(state.chain))
    },
    wallet_signTypedData: (params) => signTypedData(context, 'wallet_signTypedData', params),
    async wallet_addInvokeTransaction(params) {
      const calls = readCalls(params.calls)
      await confirm(context, 'execute', 'wallet_addInvokeTransaction', params)
      return { transaction_hash: await send(calls) }
    },
    async wallet_switchStarknetChain({ chainId }) {
      const target = state.find(chainId)
      if (target === null) {
        if (profile.falseForUnknownChain) return false
        throw createStarknetError(112, 'UNLISTED_NETWORK')
      }
      if (target === state.chain) return true
      await ask(context, 'switch', 'wallet_switchStarknetChain', { chainId })
      state.moveTo(faults.switchLandsOn ?? target)
      return true
    },
    async wallet_addStarknetChain(params) {
      const id = params.chain_id ?? params.chainId
      if (typeof id !== 'string') throw createStarknetError(114, 'INVALID_REQUEST_PAYLOAD')
      const target = habits.looksNamesUpAsTheyCame ? id : toShortName(id)
      if (state.knows(target)) return true
      await ask(context, 'add', 'wallet_addStarknetChain', params)
      const [node = null] = (params.rpc_urls ?? params.rpcUrls ?? []) as string[]
      state.addChain(target, node)
      return true
    },
    async wallet_watchAsset(params) {
      if (params.type !== 'ERC20') throw createStarknetError(111, 'NOT_ERC20')
      await ask(context, 'watch', 'wallet_watchAsset', params)
      return true
    },
    async wallet_deploymentData() {
      const { address, publicKey, classHash } = state.account
      return { address, class_hash: classHash, salt: publicKey, calldata: [publicKey], version: 1 }
    },
  }
  return Object.fromEntries(Object.entries(own).filter(([type]) => profile.types.includes(type)))
}
