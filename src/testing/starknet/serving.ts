import { copyParams } from '../copy-params.js'
import { createOpenRequests } from '../open-requests.js'
import type { ScriptedStarknetWalletOptions, StarknetFaults, StarknetRequestRecord } from './options.js'

/** The wallet's end of every request: it logs, waits, applies the faults, and answers. */
export interface StarknetServing {
  /** Every request that reached the wallet, in order. */
  readonly requests: readonly StarknetRequestRecord[]
  /** Carries out one request of either API. */
  serve(type: string, params: unknown, run: () => Promise<unknown>): Promise<unknown>
  /** Lets held requests continue: those of one type, or all. */
  release(type?: string): void
  /** Rejects all open requests, and all that follow. */
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
  const open = createOpenRequests()
  let waking: Promise<unknown> | null = null
  let lockTimer: ReturnType<typeof setTimeout> | undefined
  let gone: { error: unknown } | null = null

  function checkPresence(): void {
    if (gone) throw gone.error
  }

  async function answer(type: string, run: () => Promise<unknown>): Promise<unknown> {
    if (habits.wakesAfter && type !== 'wallet_supportedSpecs') {
      waking ??= pause(habits.wakesAfter)
      await waking
    }
    checkPresence()
    if (faults.hold?.includes(type)) await open.hold(type)
    if (delay) await pause(delay)
    checkPresence()
    if (faults.errors && Object.hasOwn(faults.errors, type)) throw faults.errors[type]
    const value = faults.answers && Object.hasOwn(faults.answers, type) ? faults.answers[type] : await run()
    if (faults.loseAnswers?.includes(type)) await new Promise(() => {})
    return value
  }

  return {
    requests,
    async serve(type, params, run) {
      const record: StarknetRequestRecord = { type, params: copyParams(params), outcome: 'open' }
      requests.push(record)
      clearTimeout(lockTimer)
      try {
        const value = await open.serve(() => answer(type, run))
        record.outcome = 'answered'
        return value
      } catch (error) {
        record.outcome = 'failed'
        if (!habits.plainErrors || !(error instanceof Error)) throw error
        throw { ...('code' in error && { code: error.code }), message: error.message }
      } finally {
        clearTimeout(lockTimer)
        if (habits.lockAfter && !gone) lockTimer = setTimeout(lock, habits.lockAfter)
      }
    },
    release: open.release,
    end(error) {
      gone = { error }
      clearTimeout(lockTimer)
      open.end(error)
    },
  }
}
