import { createOpenPrompts } from '../open-prompts.js'

/** What a Starknet wallet asks its visitor for. */
export type StarknetPromptKind = 'unlock' | 'connect' | 'sign' | 'execute' | 'switch' | 'add' | 'watch'

/** A wallet's window. It is open until one of its two methods is called. */
export interface StarknetPrompt {
  readonly kind: StarknetPromptKind
  readonly type: string
  readonly params: unknown
  approve(): void
  /** Refuses, in the wallet's own way or with the given error. */
  reject(...error: unknown[]): void
}

/**
 * What the visitor does: approve, refuse, or wait for the test (`manual`); or a function that decides on each window.
 */
export type StarknetApprove =
  | 'always'
  | 'never'
  | 'manual'
  | ((prompt: StarknetPrompt) => boolean | undefined | Promise<boolean | undefined>)

/** The wallet's windows. */
export interface StarknetPrompts {
  readonly open: readonly StarknetPrompt[]
  /** Every window so far, in order. */
  readonly shown: readonly Pick<StarknetPrompt, 'kind' | 'type' | 'params'>[]
  /** The most windows that were open at once. */
  readonly most: number
  setApprove(approve: StarknetApprove): void
  /** @param isOpen whether the window is open already, from the last question of the same request */
  ask(kind: StarknetPromptKind, type: string, params: unknown, isOpen?: boolean): Promise<void>
  /** The oldest open window, or the next window. */
  next(kind?: StarknetPromptKind): Promise<StarknetPrompt>
  /** Approves the open windows of a kind. */
  approve(kind: StarknetPromptKind): void
  /** The visitor closes the windows without an answer. */
  hide(): void
  close(error: unknown): void
}

/**
 * Creates the windows of a wallet.
 *
 * @param refusal what the page gets when the visitor refuses
 * @param closesAfter a window closes this many ms after its answer; another request meanwhile gets no window, and
 * waits for ever
 * @param keeps as {@link StarknetHabits.keepsRequests}
 */
export function createStarknetPrompts(
  initial: StarknetApprove,
  refusal: (kind: StarknetPromptKind) => unknown,
  closesAfter = 0,
  keeps = false,
): StarknetPrompts {
  const prompts = createOpenPrompts<StarknetPromptKind, StarknetPrompt>((prompt) => {
    const { kind, type, params } = prompt
    shown.push({ kind, type, params })
    most = Math.max(most, prompts.list.length)
    // A decision that throws rejects the prompt itself.
    void decide(prompt)
  }, keeps)
  const shown: Pick<StarknetPrompt, 'kind' | 'type' | 'params'>[] = []
  let approve = initial
  let most = 0
  let answered = Number.NEGATIVE_INFINITY
  const lost = new Set<(error: unknown) => void>()

  async function decide(prompt: StarknetPrompt): Promise<void> {
    if (approve === 'manual') return
    try {
      const decision = typeof approve === 'function' ? await approve(prompt) : approve === 'always'
      if (decision === true) prompt.approve()
      else if (decision === false) prompt.reject()
    } catch (error) {
      prompt.reject(error)
    }
  }

  return {
    open: prompts.list,
    shown,
    get most() {
      return most
    },
    setApprove(next) {
      approve = next
    },
    ask: (kind, type, params, isOpen = false) =>
      new Promise((resolve, reject) => {
        if (!isOpen && performance.now() - answered < closesAfter) {
          lost.add(reject)
          return
        }
        const close = () => {
          answered = performance.now()
          prompts.close(prompt)
        }
        const prompt: StarknetPrompt = {
          kind,
          type,
          params,
          approve() {
            close()
            resolve()
          },
          reject(...error) {
            close()
            reject(error.length > 0 ? error[0] : refusal(kind))
          },
        }
        prompts.open(prompt)
      }),
    next: prompts.next,
    hide: prompts.hide,
    approve(kind) {
      for (const prompt of prompts.list.filter((open) => open.kind === kind)) prompt.approve()
    },
    close(error) {
      for (const prompt of prompts.all()) prompt.reject(error)
      for (const reject of lost) reject(error)
      lost.clear()
    },
  }
}
