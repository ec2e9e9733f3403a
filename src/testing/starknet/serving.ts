import { copyParams } from '../copy-params.js'
import { createHeldRequests } from '../held-requests.js'
import type { ScriptedStarknetWalletOptions, StarknetFaults, StarknetRequestRecord } from './options.js'

/** The wallet's end of every request: it logs, waits, applies the faults, and answers. */
export interface StarknetServing {
  /** Every request that reached the wallet, in order. */
  readonly requests: readonly StarknetRequestRecord[]
  /** Carries out one request of either API. */
  serve(type: string, params: unknown, run: () => Promise<unknown>): Promise<unknown>
  /** Lets held requests continue: those of one type, or all. */
  release(type?: string): void
  /** Rejects held requests. */
  end(error: unknown): void
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Creates a {@link StarknetServing}. @param lock called when no request has come for as long as the habit says */
export function createServing(
  { delay, habits = {} }: ScriptedStarknetWalletOptions,
  faults: StarknetFaults,
  lock: () => void,
): StarknetServing {
  const requests: StarknetRequestRecord[] = []
  const held = createHeldRequests()
  let waking: Promise<unknown> | null = null
  let lockTimer: ReturnType<typeof setTimeout> | undefined

  return {
    requests,
    async serve(type, params, run) {
      const record: StarknetRequestRecord = { type, params: copyParams(params), outcome: 'open' }
      requests.push(record)
      clearTimeout(lockTimer)
      try {
        if (habits.wakesAfter && type !== 'wallet_supportedSpecs') {
          waking ??= pause(habits.wakesAfter)
          await waking
        }
        if (faults.hold?.includes(type)) await held.hold(type)
        if (delay) await pause(delay)
        if (faults.errors && Object.hasOwn(faults.errors, type)) throw faults.errors[type]
        const value =
          faults.answers && Object.hasOwn(faults.answers, type) ? faults.answers[type] : await run()
        if (faults.loseAnswers?.includes(type)) await new Promise(() => {})
        record.outcome = 'answered'
        return value
      } catch (error) {
        record.outcome = 'failed'
        if (!habits.plainErrors || !(error instanceof Error)) throw error
        throw { ...('code' in error && { code: error.code }), message: error.message }
      } finally {
        if (habits.lockAfter) lockTimer = setTimeout(lock, habits.lockAfter)
      }
    },
    release: held.release,
    end(error) {
      clearTimeout(lockTimer)
      held.end(error)
    },
  }
}
