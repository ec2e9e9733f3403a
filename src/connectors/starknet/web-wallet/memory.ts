/** What one row remembers between its attempts. */
export interface WebWalletMemory {
  /** Origins that could not be framed: the popup is opened at once for them. */
  unframed: Set<string>
  /** When a framed page last said that no login can be restored, epoch ms. */
  declinedAt: number
}
