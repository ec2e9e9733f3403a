/**
 * How far a request of the page is on its way to the relay, as a table: stage → event → next stage. An event that the table lacks changes
 * nothing, so what comes late never revives a request that has failed for its caller.
 *
 * - `waiting`: only this page has it.
 * - `offered`: a socket has it, and the relay has not answered.
 * - `unsure`: a socket that had it was closed without an answer. The wallet may have it, whatever a later socket says.
 * - `accepted`: the relay has it.
 * - `over`: its caller knows how it has ended. It never leaves this page any more.
 */
export const REQUEST = {
  waiting: { offer: 'offered', end: 'over' },
  offered: { refused: 'waiting', closed: 'unsure', accepted: 'accepted', end: 'over' },
  unsure: { accepted: 'accepted', end: 'over' },
  accepted: { end: 'over' },
  over: {},
} as const satisfies Record<string, Partial<Record<RequestEvent, string>>>

/** How far a request is. */
export type RequestStage = keyof typeof REQUEST

/** What can happen to a request. `refused` is the relay's answer that it does not accept it. */
export type RequestEvent = 'offer' | 'refused' | 'closed' | 'accepted' | 'end'

/** A request of the page on its way to the relay. */
export interface PageRequest {
  readonly topic: string
  /** Epoch ms after which the request must not be sent any more. */
  readonly endsAt: number
  stage: RequestStage
  /** Aborted when it is over. */
  readonly life: AbortController
}

/** Moves a request as the table says; nothing else changes its stage. */
export function move(request: PageRequest, event: RequestEvent): void {
  request.stage =
    (REQUEST[request.stage] as Partial<Record<RequestEvent, RequestStage>>)[event] ?? request.stage
  if (request.stage === 'over') request.life.abort(new Error('The request was given up'))
}
