/** Events that end the attempt in any phase. */
const END = { cancel: 'ready', close: 'ready', dispose: 'disposed' } as const

/** Events that can happen whenever a wallet is being connected. */
const CONNECTING = { pick: 'opening', fail: 'failed', back: 'choosing', ...END } as const

/** Phases that can follow before the wallet was reached. */
const OPENING = { uri: 'pairing', await: 'awaiting', answer: 'verifying', ...CONNECTING } as const

/**
 * The life of one attempt to connect, as a table: phase → event → next phase. The machine ignores a pair that
 * the table lacks.
 *
 * Current connections are not part of it: an attempt that fails never changes them.
 */
export const TABLE = {
  ready: { open: 'choosing', pick: 'opening', restore: 'restoring', dispose: 'disposed' },
  restoring: { restored: 'ready', open: 'choosing', pick: 'opening', ...END },
  choosing: { pick: 'opening', ...END },
  opening: OPENING,
  pairing: OPENING,
  awaiting: { answer: 'verifying', ...CONNECTING },
  verifying: { accept: 'ready', ...CONNECTING },
  failed: { pick: 'opening', open: 'choosing', back: 'choosing', ...END },
  disposed: {},
} as const satisfies Record<string, Partial<Record<MachineEvent, string>>>

/** How far the attempt is. */
export type Phase = keyof typeof TABLE

/** What can happen to the attempt. */
export type MachineEvent =
  /** The event leaves the attempt as it is. */
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
  /** The modal becomes visible or hidden, and the attempt stays as it is. */
  | 'show'
  | 'hide'

/** The next phase; the same phase when the table has no entry for the event. */
export function nextPhase(phase: Phase, event: MachineEvent): Phase {
  return (TABLE[phase] as Partial<Record<MachineEvent, Phase>>)[event] ?? phase
}

/** Events that make the modal visible, or close it; the others leave it as it is. */
export const SHOWS: Partial<Record<MachineEvent, boolean>> = {
  open: true,
  back: true,
  // A QR code is shown even where connect({ walletId }) has skipped the list.
  uri: true,
  show: true,
  hide: false,
  accept: false,
  cancel: false,
  close: false,
  dispose: false,
}

/** Phases in which a wallet has been picked and has not answered yet. */
export type Connecting = 'opening' | 'pairing' | 'awaiting' | 'verifying'

/** Whether a wallet has been picked and has not answered yet. */
export const isConnecting = (phase: Phase): phase is Connecting =>
  phase === 'opening' || phase === 'pairing' || phase === 'awaiting' || phase === 'verifying'
