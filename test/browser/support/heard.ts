/** An event of the element, as the page received it. */
export interface HeardEvent {
  /** The place of the listener: `document`, or the name given to {@link Window.listenAt}. */
  at: string
  /** The type without `wallet_`. */
  type: string
  /** Id or name of the target that dispatched it. */
  from: string
  bubbles: boolean
  /** The part of its detail that JSON can carry. */
  detail: Record<string, unknown>
}

declare global {
  interface Window {
    /** Every event of the element so far, in order. */
    eventsHeard: HeardEvent[]
    /** Records all of the element's events at a target from now on. */
    listenAt(target: EventTarget, at: string): void
  }
}

/** Runs on the page before its first script: listens at the document. */
export function recordEvents(): void {
  const names = [
    'connecting',
    'connected',
    'changed',
    'disconnected',
    'signed_in',
    'signed_out',
    'transaction',
    'error',
    'modal_opened',
    'modal_closed',
  ]
  // A page may replace them later.
  const { parse, stringify } = JSON
  window.eventsHeard = []
  window.listenAt = (target, at) => {
    for (const type of names) {
      target.addEventListener(`wallet_${type}`, (event) => {
        const { detail, bubbles, target: from } = event as CustomEvent
        const { error: _, ...plain } = detail ?? {}
        window.eventsHeard.push({
          at,
          type,
          from: from === document ? 'document' : (from as Element).id || (from as Element).localName,
          bubbles,
          detail: parse(stringify(plain)),
        })
      })
    }
  }
  window.listenAt(document, 'document')
}
