import type { Connector } from '../connectors/connector.js'
import { callSafely } from '../platform/call-safely.js'
import type { Namespace } from '../protocol/caip2.js'
import type { LiveConnection } from './live-connection.js'

/**
 * The search for the session of an earlier visit, as a table: stage → event → next stage. An event that the table lacks changes
 * nothing.
 *
 * - `seeking`: its second runs.
 * - `late`: the second is over, or the session has just been lost. Nobody waits any more, but it is restored when the wallet answers.
 * - `given-up`: the visitor has chosen a wallet or has disconnected, or the wallet has no session. Nothing is asked any more, and no answer counts.
 * - `found`: the wallet has a session, which is connected again, unless the search is for a name.
 */
export const SEARCH = {
  seeking: { late: 'late', session: 'found', stop: 'given-up' },
  late: { session: 'found', stop: 'given-up' },
  'given-up': { again: 'late' },
  found: {},
} as const satisfies Record<string, Partial<Record<SearchEvent, string>>>

/** How far the search for an earlier session is. */
export type SearchStage = keyof typeof SEARCH

/** What can happen to a search. */
export type SearchEvent = 'late' | 'session' | 'stop' | 'again'

/** The next stage; the same stage when the table has no entry for the event. */
export const nextStage = (stage: SearchStage, event: SearchEvent): SearchStage =>
  (SEARCH[stage] as Partial<Record<SearchEvent, SearchStage>>)[event] ?? stage

/** What is searched for. */
export interface Wanted {
  readonly namespace: Namespace
  readonly walletId: string
  /**
   * The session of a stored wallet, the answer to a code that an earlier page has shown, or only whether the wallet has a session, which
   * is then left alone.
   */
  readonly of: 'session' | 'code' | 'name'
  /** The connection of another wallet that it would replace, because another page has replaced it. */
  readonly replaces?: LiveConnection
  /** The connector that was asked last, or whose session was lost; its key names the stored records. */
  asked?: Connector | undefined
  /** Called when the wallet has said that there is no session, and the search is over. */
  onNone?(): void
  /** Called once when the wallet was not on the page within its second. It may end the search. */
  onMissing?(): void
}

/** The search for the session of an earlier visit with one wallet, until it is restored or given up. */
export interface EarlierSession extends Wanted {
  stage: SearchStage
  /** Aborted when the search stops; a search that begins again has a new one. */
  life: AbortController
  /** The question that is open. Its answer alone counts: a newer question speaks for the wallet, and a search that is over has none. */
  question: AbortController | undefined
  /** Stops waiting for the wallet's own event, or for the wallet. */
  unwatch: (() => void) | undefined
}

/** Creates an {@link EarlierSession}. It asks the wallet nothing yet. */
export const createEarlierSession = (wanted: Wanted): EarlierSession => ({
  ...wanted,
  stage: 'seeking',
  life: new AbortController(),
  question: undefined,
  unwatch: undefined,
})

/** Whether the wallet had its second: a later answer still restores the session, and replaces nothing that the page shows. */
export const isLate = ({ stage }: EarlierSession): boolean => stage === 'late'

/** Whether nothing is restored any more. */
export const isOver = ({ stage }: EarlierSession): boolean => stage === 'given-up' || stage === 'found'

/** Moves a search as the table says; nothing else changes its stage. A search that is over has no question and no listener any more. */
export function move(search: EarlierSession, event: SearchEvent, reason?: unknown): void {
  const wasOver = isOver(search)
  search.stage = nextStage(search.stage, event)
  if (wasOver && !isOver(search)) search.life = new AbortController()
  if (!isOver(search)) return
  search.life.abort(reason)
  search.question?.abort(reason)
  search.question = undefined
  callSafely(() => search.unwatch?.())
  search.unwatch = undefined
}

/** Opens a question in the place of the one before, so that a wallet that leaves its questions unanswered has one at a time. */
export function openQuestion(search: EarlierSession): AbortController {
  search.question?.abort()
  search.question = new AbortController()
  return search.question
}
