import '../../counterparts/tabs.js'
import { ApiError } from '../../../src/api/api-error.js'
import { createSignInError } from '../../../src/errors/sign-in-error.js'
import { WalletError } from '../../../src/errors/wallet-error.js'
import type { SignInProof } from '../../../src/protocol/sign-in-proof.js'
import type { SignInAdapter } from '../../../src/sign-in/adapter.js'
import type { Tab } from '../../counterparts/tabs.js'

/** What becomes of one call of the server. `back`: the call arrives, and its answer is late, is lost or never comes. */
export const FATES = [
  ...['slow', 'slow back', 'lost', 'lost back', 'never', 'never back', 'refused', 'nobody'],
] as const
export const METHODS = ['getNonce', 'verify', 'signOut', 'getSession'] as const
type Method = (typeof METHODS)[number]

/** A session of the server. Each sign-in begins another one. */
export interface Session {
  address: string
  chainId: 'eip155:1'
  /** What was signed for it. */
  message?: unknown
  /** No page can know that it must end: a call of its end was lost, or its page was left, or it began elsewhere. */
  isExcused: boolean
}

/** How long a page waits for the server's word on a session before it gives up ending it, in ms. */
const PATIENCE = 3_000

/** The server, with one session for the browser. A call without a fate is answered at once. */
export class Server {
  session: Session | null = null
  readonly fates = new Map<Method, (typeof FATES)[number]>()
  readonly held: (() => void)[] = []
  /** Nothing was lost so far: the pages can know all. */
  isSound = true
  #nonces = 0
  /** When a call was asked whose answer never comes: the last of each tab. */
  readonly #silent = new Map<Tab, number>()
  /** The accounts of which a tab has heard, in its wallets or from the server: it may end their sessions. */
  readonly heard = new Map<Tab, Set<string>>()
  /** What the server finds wrong with a call. */
  onWrong: (tab: Tab, what: string) => void = () => {}
  /** How many calls of a tab went wrong. */
  readonly failures = new Map<Tab, number>()

  /** Something was lost, so that nobody may know of the session. */
  excuse() {
    this.isSound = false
    if (this.session) this.session.isExcused = true
  }
  /** Whether a tab still waits for an answer that never comes: it gives up after a minute. */
  isAwaited = (tab: Tab) => Date.now() - (this.#silent.get(tab) ?? -Infinity) <= 60_000
  /** Serves a call as its fate says. A page that was left hears nothing. */
  async #serve<T>(tab: Tab, method: Method, act: () => T): Promise<T> {
    const never = new Promise<never>(() => {})
    if (tab.isLeft) return never
    const fate = this.fates.get(method)
    this.fates.delete(method)
    const isEnd = method === 'signOut' || method === 'getSession'
    const asked = Date.now()
    const miss = () => {
      this.isSound = false
      if (isEnd) this.excuse()
    }
    const lose = () => {
      miss()
      throw new WalletError('api_failed')
    }
    const wait = async () => {
      await new Promise<void>((resolve) => this.held.push(resolve))
      if (tab.isLeft || Date.now() - asked >= PATIENCE) miss()
    }
    if (fate) this.failures.set(tab, (this.failures.get(tab) ?? 0) + 1)
    if (fate === 'slow') await wait()
    if (fate === 'lost') lose()
    if (fate === 'never' || fate === 'never back') {
      miss()
      this.#silent.set(tab, asked)
      if (fate === 'never back') act()
      return never
    }
    if (fate === 'refused') {
      if (isEnd) miss()
      throw createSignInError(method === 'verify' ? 'signature_invalid' : 'nonce_used')
    }
    if (fate === 'nobody' && isEnd) {
      this.isSound = false
      this.session = null
      throw new ApiError({ apiCode: 'UNAUTHORIZED', httpStatus: 401 })
    }
    const answer = act()
    if (fate === 'slow back') await wait()
    if (fate === 'lost back') lose()
    return tab.isLeft ? never : answer
  }
  /** The page's own way to the server. */
  createAdapter(tab: Tab): SignInAdapter {
    const begin = ({ address, message }: SignInProof) => {
      this.session = { address, chainId: 'eip155:1', message, isExcused: tab.isLeft }
      return { address, chainId: 'eip155:1' as const }
    }
    const heard = new Set<string>()
    this.heard.set(tab, heard)
    const end = (only?: { address: string }) => {
      if (!only || only.address === this.session?.address) this.session = null
    }
    return {
      getNonce: () => this.#serve(tab, 'getNonce', () => `nonceOfTheKitchen${++this.#nonces}`),
      verify: (proof) => this.#serve(tab, 'verify', () => begin(proof)),
      signOut: (only?: { address: string }) => {
        const { address } = this.session ?? {}
        if (address && !only && !heard.has(address)) this.onWrong(tab, `ends a session of ${address}`)
        return this.#serve(tab, 'signOut', () => end(only))
      },
      getSession: async () => {
        const session = await this.#serve(tab, 'getSession', () => this.session)
        if (!session) return null
        const { address, chainId } = session
        heard.add(address)
        return { address, chainId }
      },
    }
  }
}
