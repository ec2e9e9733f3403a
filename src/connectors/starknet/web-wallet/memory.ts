/** What a row remembers between its attempts. */
export interface WebWalletMemory {
  /** Origins that could not be framed; for them the popup opens at once. */
  unframed: Set<string>
  /** When a framed page last answered that no login can be restored, on the clock of `ticks`. */
  declinedAt: number
}
