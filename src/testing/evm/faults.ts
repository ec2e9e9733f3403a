/** Ways in which real wallets have been seen to misbehave. Method names are the keys throughout. */
export interface EvmFaults {
  /** Members the provider lacks. */
  omit?: readonly ('on' | 'removeListener' | 'off' | 'isConnected')[]
  /** What `on` does instead of subscribing. */
  on?: 'throws' | 'rejects' | 'throwing-getter'
  /** These methods wait for `wallet.release()`, or for ever. */
  hold?: readonly string[]
  /** Given instead of the true answer, whatever it is. */
  answers?: Readonly<Record<string, unknown>>
  /** Rejected with, whatever it is: an Error, a plain object, a string, undefined. */
  errors?: Readonly<Record<string, unknown>>
  /** These methods do not exist (-32601). */
  unsupported?: readonly string[]
  /** How the answer arrives: as a bare value, thrown on the spot, or as a thenable that throws. */
  shape?: Readonly<Record<string, 'plain' | 'throws' | 'throwing-thenable'>>
  /** Emitted inside `request`, before it returns. */
  emits?: Readonly<Record<string, readonly (readonly [event: string, ...args: unknown[]])[]>>
  /** Events that are never emitted: answers come without their events. */
  omitEvents?: readonly string[]
  /** Rejected with when the visitor refuses, instead of 4001. Present counts, even if undefined. */
  rejectWith?: unknown
  /** Errors come as -32603 with the true one in `data.originalError`, as MetaMask Mobile has it. */
  nestErrors?: boolean
  /** A switch ends on this chain, whichever was asked for. */
  switchLandsOn?: number | string
  /** Adding a chain leaves the wallet on the one it was on (EIP-3085 allows both). */
  addWithoutSwitch?: boolean
  /** `wallet_requestPermissions` names the accounts in another order than `eth_accounts`. */
  reversePermissions?: boolean
  /** The params a page hands in are altered by the wallet. */
  mutateParams?: boolean
  /** `eth_accounts` is empty this many times, as in a wallet that is not ready at load. */
  warmUp?: number
  /** The wallet sleeps until it is asked for the first time, and needs so many ms to wake up; questions wait meanwhile. */
  wakeUp?: number
  /** The wallet emits no event when it locks or unlocks. */
  locksSilently?: boolean
  /** Errors are plain objects with `code`, `message` and `data`, as MetaMask's are, and not of the class Error. */
  plainErrors?: boolean
  /**
   * The wallet does what these methods ask for and emits its events, but the answer is lost on the way: it comes with
   * `wallet.release()`, or never.
   */
  loseAnswers?: readonly string[]
}
