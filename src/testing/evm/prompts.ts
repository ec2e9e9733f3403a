import { createOpenPrompts } from '../open-prompts.js'
import { createRpcError, RPC_CODES } from './error.js'
import type { EvmFaults } from './faults.js'

/** What a wallet asks its visitor for. */
export type PromptKind = 'unlock' | 'connect' | 'sign' | 'send' | 'switch' | 'add' | 'watch'

/** What the visitor can add to an approval: which accounts to share (`connect`). */
export interface Approval {
  accounts?: readonly string[]
}

/** A wallet's window. It is open until one of its two methods is called. */
export interface WalletPrompt {
  readonly kind: PromptKind
  readonly method: string
  readonly params: unknown
  /** The accounts of the wallet, for a prompt in which the visitor chooses. */
  readonly accounts: readonly string[]
  /** The chain in use, in hex. */
  readonly chainId: string
  approve(approval?: Approval): void
  /** Refuses, with 4001 or with the error given. */
  reject(...error: unknown[]): void
}

/** The decision on one prompt; `undefined` leaves it open for `prompt.approve()` and `prompt.reject()`. */
export type Decision = boolean | Approval | undefined

/**
 * What the visitor does: approve, refuse, or wait for the test (`manual`); or a function that decides on each prompt.
 * The page receives an error that this function throws.
 */
export type Approve =
  | 'always'
  | 'never'
  | 'manual'
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that only looks at the prompt returns nothing
  | ((prompt: WalletPrompt) => Decision | void | Promise<Decision | void>)

/** A window that was shown, as plain data. */
export type PromptRecord = Pick<WalletPrompt, 'kind' | 'method' | 'params'>

/** The wallet's windows. */
export interface Prompts {
  readonly open: readonly WalletPrompt[]
  /** Every window so far, in order. */
  readonly shown: readonly PromptRecord[]
  setApprove(approve: Approve): void
  /** Resolves when the visitor approves, rejects when the visitor refuses. */
  ask(prompt: Omit<WalletPrompt, 'approve' | 'reject'>): Promise<Approval>
  /** The oldest open prompt, or the next prompt. */
  next(kind?: PromptKind): Promise<WalletPrompt>
  /** Approves the open windows of a kind. */
  approve(kind: PromptKind): void
  /** The visitor closes the windows without an answer. */
  hide(): void
  /** Ends every request with an error. */
  close(error: unknown): void
}

/** Only one of these may be open at a time; a second is refused with -32002, as in MetaMask. */
const SINGLE: readonly PromptKind[] = ['unlock', 'connect', 'switch', 'add']

/** Creates the prompts of a wallet. @param keeps as {@link ScriptedEvmWalletOptions.keepsRequests} */
export function createPrompts(initial: Approve, faults: EvmFaults, keeps = false): Prompts {
  const shown: PromptRecord[] = []
  const prompts = createOpenPrompts<PromptKind, WalletPrompt>((prompt) => {
    shown.push({ kind: prompt.kind, method: prompt.method, params: prompt.params })
    // A decision that throws rejects the prompt itself.
    void decide(prompt)
  }, keeps)
  let approve = initial

  async function decide(prompt: WalletPrompt): Promise<void> {
    if (approve === 'manual') return
    try {
      const decision = typeof approve === 'function' ? await approve(prompt) : approve === 'always'
      if (decision === false) prompt.reject()
      else if (decision !== undefined) prompt.approve(decision === true ? {} : decision)
    } catch (error) {
      prompt.reject(error)
    }
  }

  return {
    open: prompts.list,
    shown,
    setApprove(next) {
      approve = next
    },
    ask(request) {
      if (SINGLE.includes(request.kind) && prompts.all().some((prompt) => prompt.kind === request.kind)) {
        return Promise.reject(createRpcError(RPC_CODES.pending, `A ${request.method} window is already open`))
      }
      return new Promise((resolve, reject) => {
        const prompt: WalletPrompt = {
          ...request,
          approve(approval = {}) {
            prompts.close(prompt)
            resolve(approval)
          },
          reject(...error) {
            prompts.close(prompt)
            if (error.length > 0) reject(error[0])
            else if ('rejectWith' in faults) reject(faults.rejectWith)
            else reject(createRpcError(RPC_CODES.rejected, 'The owner of the wallet refused the request'))
          },
        }
        prompts.open(prompt)
      })
    },
    next: prompts.next,
    hide: prompts.hide,
    approve(kind) {
      for (const prompt of prompts.list.filter((open) => open.kind === kind)) prompt.approve()
    },
    close(error) {
      for (const prompt of prompts.all()) prompt.reject(error)
    },
  }
}
