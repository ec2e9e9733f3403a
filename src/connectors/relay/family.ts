import type { ProposalTypes } from '@walletconnect/types'
import type { ChainId } from '../../protocol/caip2.js'
import type { OnePrompt } from '../../protocol/one-prompt.js'
import type { ConnectorConfig } from '../config.js'
import type { WalletSession } from '../connector.js'
import type { Report } from '../report.js'
import type { RequestProgress } from '../requests.js'
import type { SessionParts } from '../session-report.js'
import type { SignInCodes } from './sign-in-codes.js'
import type { RelayName, StoredSession } from './stored-sessions.js'

/** The events of a wallet that both families ask for. */
export const RELAY_EVENTS = ['chainChanged', 'accountsChanged']

/** The part of a wallet's grant that both namespaces share. */
export interface RelayGrant {
  /** Chains with an account, in the wallet's order. */
  chains: readonly ChainId[]
  /** The accounts of a chain, in the wallet's order. */
  accountsOf(chainId: ChainId): string[]
}

/** What a session of a namespace can do over the relay. */
export interface RelayLink<Grant extends RelayGrant> {
  readonly stored: StoredSession
  readonly config: ConnectorConfig
  /** The chain that the session begins on. */
  readonly firstChain: ChainId
  /** What the wallet grants now; it may change during the session. */
  readonly grant: Grant
  /** False once the session has ended. */
  readonly isLive: boolean
  /**
   * Sends a request to the wallet, on the chain that `readChain` returns once the relay is reached. `readChain` throws if the
   * request must not be sent.
   *
   * @throws WalletError `no_session` once the session has ended; what `readChain` throws
   */
  send(readChain: () => string, method: string, params: unknown, progress?: RequestProgress): Promise<unknown>
  /** Opens the wallet's app if it is on this phone. Call it in the task of the visitor's tap. */
  raise(): void
  /** Stores what {@link FamilySession.record} returns. */
  save(): void
  /** Ends the session here and in the wallet, without an event to the client. */
  disconnect(): Promise<void>
}

/** The part of a session that differs by namespace. */
export interface FamilySession {
  session: Omit<SessionParts, 'topic' | 'liveUpdates' | 'approvedChains' | 'peer'>
  peer: NonNullable<WalletSession['peer']>
  report: Report
  /** The chains that the wallet can be switched to. */
  listApproved(): readonly ChainId[]
  /** What we store with the session. */
  record(): Partial<StoredSession>
  /**
   * The wallet has switched its chain.
   *
   * @param envelope the chain that the event was sent on
   * @returns false when the wallet has left instead, so that its session ends
   */
  onChain(data: unknown, envelope: string): unknown
  /**
   * Reads the accounts of the chain in use from an event.
   *
   * @param envelope the chain that the event was sent on
   * @returns an empty list if none is left; null if the event is about other chains, or cannot be read
   */
  readAccounts(entries: readonly unknown[], envelope: string): string[] | null
  /** The wallet shares other accounts on the chain in use; the list is never empty. */
  onAccounts(accounts: string[]): void
  /** {@link RelayLink.grant} has changed. */
  onGrant(): void
  /** The session has ended. */
  onEnd(): void
}

/** What differs between the two namespaces. */
export interface RelayFamily<Grant extends RelayGrant> {
  name: RelayName
  /** The namespace's chains in a configuration, the page's own chains first. */
  chains(config: ConnectorConfig): ChainId[]
  /** The chains of which a wallet must have at least one. */
  wanted(config: ConnectorConfig): ChainId[]
  /** The namespaces that a pairing proposes to the wallet. */
  proposal(config: ConnectorConfig): ProposalTypes.OptionalNamespaces
  /** Loads what creates codes by which a wallet also signs in; missing where no wallet can. */
  signIn?(prompt: OnePrompt, config: ConnectorConfig, chainId: ChainId | undefined): Promise<SignInCodes>
  /** @returns null when the page cannot use the session */
  readGrant(stored: StoredSession, wanted: readonly ChainId[]): Grant | null
  /** The error that a failed pairing rejects with. */
  toError(error: unknown): unknown
  createSession(link: RelayLink<Grant>): FamilySession
}
