/**
 * The life of one attempt to connect, as a table: phase → event → next phase. A pair that the table lacks is ignored.
 *
 * Current connections have no part in it: an attempt that fails never touches them.
 */
export const TABLE = {
  ready: { open: 'choosing', pick: 'opening', restore: 'restoring', dispose: 'disposed' },
  restoring: {
    restored: 'ready',
    open: 'choosing',
    pick: 'opening',
    cancel: 'ready',
    close: 'ready',
    dispose: 'disposed',
  },
  choosing: { pick: 'opening', close: 'ready', cancel: 'ready', dispose: 'disposed' },
  opening: {
    pick: 'opening',
    uri: 'pairing',
    await: 'awaiting',
    answer: 'verifying',
    fail: 'failed',
    back: 'choosing',
    cancel: 'ready',
    close: 'ready',
    dispose: 'disposed',
  },
  pairing: {
    pick: 'opening',
    uri: 'pairing',
    await: 'awaiting',
    answer: 'verifying',
    fail: 'failed',
    back: 'choosing',
    cancel: 'ready',
    close: 'ready',
    dispose: 'disposed',
  },
  awaiting: {
    pick: 'opening',
    answer: 'verifying',
    fail: 'failed',
    back: 'choosing',
    cancel: 'ready',
    close: 'ready',
    dispose: 'disposed',
  },
  verifying: {
    pick: 'opening',
    accept: 'ready',
    fail: 'failed',
    back: 'choosing',
    cancel: 'ready',
    close: 'ready',
    dispose: 'disposed',
  },
  failed: {
    pick: 'opening',
    open: 'choosing',
    back: 'choosing',
    cancel: 'ready',
    close: 'ready',
    dispose: 'disposed',
  },
  disposed: {},
} as const satisfies Record<string, Partial<Record<MachineEvent, string>>>

/** How far the attempt is. */
export type Phase = keyof typeof TABLE

/** What can happen to the attempt. */
export type MachineEvent =
  /** Nothing happened to the attempt itself. */
  | 'stay'
  | 'open'
  | 'pick'
  | 'restore'
  | 'restored'
  | 'uri'
  | 'await'
  | 'answer'
  | 'accept'
  | 'fail'
  | 'back'
  | 'cancel'
  | 'close'
  | 'dispose'

/** The next phase; the same one where the table has no entry for the event. */
export function nextPhase(phase: Phase, event: MachineEvent): Phase {
  return (TABLE[phase] as Partial<Record<MachineEvent, Phase>>)[event] ?? phase
}

/** Phases in which a wallet has been picked and has not answered yet. */
export const isConnecting = (phase: Phase): boolean =>
  phase === 'opening' || phase === 'pairing' || phase === 'awaiting' || phase === 'verifying'
