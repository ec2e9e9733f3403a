import { sameContent } from '../client/same-content.js'
import { ANONYMOUS } from '../client/sign-in-state.js'
import type { WalletState } from '../client/state.js'
import type { WalletClient } from '../client/wallet-client.js'
import { type Follower, HUB, type Hub } from '../element/hub.js'
import { callSafely } from '../platform/call-safely.js'
import { clearTimer, setTimer } from '../platform/natives.js'
import { watchPage } from '../platform/page.js'
import { peek } from '../platform/storage.js'
import { codesKey, endedKey, flagKey } from '../platform/stored-names.js'
import { METHODS, type Wallet } from './wallet.js'

/** A store as React follows it. */
export interface WalletSource {
  /** Calls `listener` after each change. @returns the way to stop */
  subscribe(listener: () => void): () => void
  /** The store's current session. */
  get(): Wallet
  /** The session as a server knows it. */
  getIdle(): Wallet
}

/** How long we wait for a button of the page, which would restore its session by itself; in ms. */
const BUTTON_GRACE = 50

const sources = new Map<string, WalletSource>()

/** Returns the {@link WalletSource} of a store. */
export function getWalletSource(store: string): WalletSource {
  const known = sources.get(store) ?? createWalletSource(store)
  sources.set(store, known)
  return known
}

/**
 * Looks for a store's records: when a button would have come, and when another page has connected a wallet.
 *
 * @param isFollowed whether the store has its client, which follows other pages by itself
 * @returns the way to stop
 */
function watchRecords(store: string, isFollowed: () => boolean, restore: () => void): () => void {
  const look = () => {
    if ([flagKey, endedKey, codesKey].some((toKey) => peek(toKey(store)))) restore()
  }
  const lookAgain = () => {
    if (!isFollowed()) look()
  }
  const timer = setTimer(look, BUTTON_GRACE)
  const unwatch = watchPage({
    onShow: (isCached) => isCached && lookAgain(),
    onStorage: (key, _, value) => key === flagKey(store) && value && lookAgain(),
  })
  return () => {
    clearTimer(timer)
    unwatch()
  }
}

/** Finds a button of a store on the page, in any shadow root, because its configuration counts. */
const findButton = (store: string) => [...HUB.elements].find((element) => element.store === store)

const readClient = (follower: Follower) => (HUB.app?.read(follower, 'client') ?? null) as WalletClient | null

/**
 * Creates what follows a store's client while a component needs it.
 *
 * @param change called when the client, or its state, has changed
 * @returns the follower, and a function that begins to follow and returns the way to stop
 */
function createFollower(store: string, change: () => void): [follower: Follower, begin: () => () => void] {
  let client: WalletClient | null = null
  let stop = () => {}
  const follower: Follower = {
    store,
    follow() {
      const found = readClient(follower)
      if (!found || found === client) return
      client = found
      stop = client.subscribe(change)
      HUB.app?.attach(follower)
      change()
    },
  }
  const begin = () => {
    HUB.followers ??= new Set()
    HUB.followers.add(follower)
    follower.follow()
    const restore = () => {
      // `run` has told the console of a failure.
      if (!findButton(store)) HUB.run?.(follower, 'restore').catch(() => {})
    }
    const unwatch = watchRecords(store, () => !!client, restore)
    return () => {
      unwatch()
      HUB.followers?.delete(follower)
      HUB.app?.detach(follower)
      stop()
      client = null
    }
  }
  return [follower, begin]
}

function createWalletSource(store: string): WalletSource {
  const listeners = new Set<() => void>()
  let read: { state: WalletState | undefined; wallet: Wallet } | undefined
  let leave = () => {}
  const [follower, begin] = createFollower(store, () => {
    for (const listener of [...listeners]) callSafely(listener)
  })

  const methods = Object.fromEntries(
    METHODS.map((name) => [
      name,
      (...args: unknown[]) => (HUB as Required<Hub>).run(findButton(store) ?? follower, 'call', name, args),
    ]),
  ) as Pick<Wallet, (typeof METHODS)[number]>
  const idle = { ...methods, ...toView() } as Wallet
  const unasked = { ...idle, auth: { ...ANONYMOUS, status: 'unknown' } } as Wallet

  return {
    subscribe(listener) {
      const own = () => listener()
      listeners.add(own)
      if (listeners.size === 1) leave = begin()
      return () => {
        if (listeners.delete(own) && listeners.size === 0) leave()
      }
    },
    get() {
      const state = readClient(follower)?.getState()
      if (!state) {
        const { apiUrl, signInAdapter } = findButton(store) ?? {}
        return apiUrl || signInAdapter ? unasked : idle
      }
      if (read?.state !== state) {
        read = { state, wallet: renew(read?.wallet ?? idle, { ...methods, ...toView(state) } as Wallet) }
      }
      return read.wallet
    },
    getIdle: () => idle,
  }
}

/** Keeps each field of `before` that is equal in `next`, and `before` itself when nothing is new. */
function renew(before: Wallet, next: Wallet): Wallet {
  const renewed = Object.fromEntries(
    Object.entries(next).map(([name, value]) => {
      const old = before[name as keyof Wallet]
      // Two providers are never equal, however similar they are.
      return [name, sameContent(old, value, name === 'provider' ? 0 : 1) ? old : value]
    }),
  )
  const merged: Wallet = { ...next, ...renewed }
  return Object.entries(merged).every(([name, value]) => Object.is(value, before[name as keyof Wallet]))
    ? before
    : merged
}

/** The part of a state that `useWallet` returns. */
function toView(state?: WalletState) {
  const { status = 'idle', account = null, chainId = null, wallet = null, active = null } = state ?? {}
  const { connections = [], chains = [], auth = ANONYMOUS } = state ?? {}
  const provider = wallet?.provider ?? null
  return { status, account, chainId, wallet, namespace: active, provider, connections, chains, auth }
}
