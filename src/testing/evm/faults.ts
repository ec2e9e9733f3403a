/** Ways in which real wallets misbehave. The keys of each object are method names. */
export interface EvmFaults {
  /** Members that the provider lacks. */
  omit?: readonly ('on' | 'removeListener' | 'off' | 'isConnected')[]
  /** What `on` does instead of subscribing. */
  on?: 'throws' | 'rejects' | 'throwing-getter'
  /** These methods wait for `wallet.release()`, or for ever. */
  hold?: readonly string[]
  /** Answers that replace the real answer; any value. */
  answers?: Readonly<Record<string, unknown>>
  /** Rejections; any value: an Error, a plain object, a string, undefined. */
  errors?: Readonly<Record<string, unknown>>
  /** These methods do not exist (-32601). */
  unsupported?: readonly string[]
  /** How the answer arrives: as a bare value, thrown at once, or as a thenable that throws. */
  shape?: Readonly<Record<string, 'plain' | 'throws' | 'throwing-thenable'>>
  /** Events that the wallet emits inside `request`, before it returns. */
  emits?: Readonly<Record<string, readonly (readonly [event: string, ...args: unknown[]])[]>>
  /** Events that the wallet never emits. */
  omitEvents?: readonly string[]
  /** The rejection when the visitor refuses, instead of 4001. Undefined counts too when the field is present. */
  rejectWith?: unknown
  /** Errors come as -32603 with the real error in `data.originalError`, as MetaMask Mobile sends them. */
  nestErrors?: boolean
  /** A switch ends on this chain, whatever the page asked for. */
  switchLandsOn?: number | string
  /** After a chain was added the wallet stays on its old chain (EIP-3085 allows both). */
  addWithoutSwitch?: boolean
  /** `wallet_requestPermissions` names the accounts in another order than `eth_accounts`. */
  reversePermissions?: boolean
  /** The wallet changes the params that a page passes. */
  mutateParams?: boolean
  /** `eth_accounts` is empty this many times, as in a wallet that has not finished loading. */
  warmUp?: number
  /** The wallet sleeps until its first request and needs this many ms to wake up; requests wait meanwhile. */
  wakeUp?: number
  /** The wallet emits no event when it locks or unlocks. */
  locksSilently?: boolean
  /**
   * Before the visitor's consent, and while the wallet is locked, every request but `eth_accounts` opens a window; `eth_accounts`
   * fails while the wallet is locked (Keplr).
   */
  asksBefore?: boolean
  /** Errors are plain objects with `code`, `message` and `data`, as MetaMask's are, and not of the class Error. */
  plainErrors?: boolean
  /**
   * The wallet does what these methods ask for and emits its events, but the answer is lost: it comes with
   * `wallet.release()`, or never.
   */
  loseAnswers?: readonly string[]
}
