import type { ProposalTypes } from '@walletconnect/types'
import type { ChainId } from '../../chains/caip2.js'
import type { ConnectorConfig } from '../config.js'
import type { WalletSession } from '../connector.js'
import type { RelayName, StoredSession } from './stored-sessions.js'

/** The events of a wallet that both families ask for. */
export const RELAY_EVENTS = ['chainChanged', 'accountsChanged']

/** What a wallet has granted, as far as both families know it. */
export interface RelayGrant {
  /** Chains with an account, in the wallet's order. */
  chains: readonly ChainId[]
  /** The accounts of a chain, in the wallet's order. */
  accountsOf(chainId: ChainId): string[]
}

/** What a family's session can do over the relay. */
export interface RelayLink<Grant extends RelayGrant> {
  readonly stored: StoredSession
  readonly config: ConnectorConfig
  /** The chain that the session begins on. */
  readonly firstChain: ChainId
  /** What the wallet grants now; it may change while the session lasts. */
  readonly grant: Grant
  /** False once the session has ended. */
  readonly isLive: boolean
  /**
   * Hands a request to the wallet, on the chain that `readChain` names once the relay is there.
   *
   * @throws WalletError `no_session` once the session has ended
   */
  send(readChain: () => string, method: string, params: unknown): Promise<unknown>
  /** Stores what {@link FamilySession.record} says. */
  save(): void
  /** Ends the session here and in the wallet. The client hears nothing of it. */
  letGo(): Promise<void>
}

/** A session as its family makes it. */
export interface FamilySession {
  session: Omit<WalletSession, 'topic' | 'liveUpdates' | 'approvedChains' | 'peer'>
  peer: NonNullable<WalletSession['peer']>
  /** The chains that the wallet can be switched to. */
  listApproved(): readonly ChainId[]
  /** What is stored beside the session. */
  record(): Partial<StoredSession>
  /** The wallet has moved to another chain. @param envelope the chain that the event was sent on */
  onChain(data: unknown, envelope: string): void
  /** The wallet shares other accounts; the list is never empty. */
  onAccounts(accounts: readonly unknown[]): void
  /** {@link RelayLink.grant} is a new one. */
  onGrant(): void
  /** The session is over. */
  onEnd(): void
}

/** What one family of chains does in its own way. */
export interface RelayFamily<Grant extends RelayGrant> {
  name: RelayName
  /** The family's chains in a configuration, the page's own first. */
  chains(config: ConnectorConfig): ChainId[]
  /** The chains of which a wallet must have at least one. */
  wanted(config: ConnectorConfig): ChainId[]
  /** What a pairing asks the wallet for. */
  proposal(config: ConnectorConfig): ProposalTypes.OptionalNamespaces
  /** @returns null where the page can do nothing with the session */
  readGrant(stored: StoredSession, wanted: readonly ChainId[]): Grant | null
  /** The error that a failed pairing rejects with. */
  toError(error: unknown): unknown
  createSession(link: RelayLink<Grant>): FamilySession
}
