import '../../client/fake-timers.js'
import { AsyncLocalStorage } from 'node:async_hooks'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { STARKNET_PROMPT_PAUSE } from '../../../../src/connectors/starknet/prompt-pause.js'
import { createLocks } from '../../../counterparts/locks.js'

/** What one step takes: longer than the pause after an answer, and than a click that has opened a window (both in ms). */
const STEP = 1_500

/** A long run sets more of them. */
const RUNS = Number(process.env.MODEL_RUNS ?? 100)
let steps = 0

const NEVER = new AbortController().signal

type Owner = typeof import('../../../../src/connectors/starknet/prompts.js') &
  typeof import('../../../../src/connectors/starknet/prompt-tabs.js')

/** A request of a tab: whether the wallet has it, and what the visitor did. The times are numbers of steps. */
interface Asked {
  asked: number | null
  isOver: boolean
  /** The session of the store that asks. */
  session: AbortSignal
  /** Missing for a request that comes from the wallet's object, without the store. */
  giveUp?: AbortController | undefined
  answer(): void
}

interface Listener {
  type: string
  run(): void
}

/** A tab with its own code, its own object of the wallet, and its own visitor's events. */
interface Tab {
  owner: Owner
  wallet: { id: string }
  /** A session for each of the page's stores. */
  sessions: AbortController[]
  /** Aborted when the page goes. */
  page: AbortSignal
  listeners: Set<Listener>
  use: () => number
  isHidden: boolean
  requests: Asked[]
  /** When the visitor last used this tab, and when it was last hidden. */
  used: number
  hidden: number
  /** When the wallet has last answered here, in epoch ms. */
  answeredAt: number
  /** The request that it has answered last. */
  answered?: Asked
}

const current = new AsyncLocalStorage<Tab>()
/** Adds a listener of the tab that runs now, until its signal is aborted. */
const listen = (type: string, run: () => void, { signal }: { signal?: AbortSignal } = {}) => {
  if (signal?.aborted) return
  const listeners = current.getStore()?.listeners
  const listener = { type, run }
  listeners?.add(listener)
  signal?.addEventListener('abort', () => listeners?.delete(listener))
}

let locks = createLocks()
beforeAll(() => {
  vi.stubGlobal('navigator', {
    get locks() {
      return locks
    },
  })
  vi.stubGlobal('addEventListener', listen)
  vi.stubGlobal('document', {
    addEventListener: listen,
    get hidden() {
      return current.getStore()?.isHidden
    },
  })
})
afterAll(() => void vi.unstubAllGlobals())

const dispatch = (tab: Tab, type: string) => {
  for (const { run } of [...tab.listeners].filter((one) => one.type === type)) current.run(tab, run)
}

const pass = (ms = STEP) => vi.advanceTimersByTimeAsync(ms)

async function openTab(): Promise<Tab> {
  vi.resetModules()
  const owner = {
    ...(await import('../../../../src/connectors/starknet/prompts.js')),
    ...(await import('../../../../src/connectors/starknet/prompt-tabs.js')),
  }
  const { followUse } = await import('../../../../src/platform/visitor.js')
  const page = new AbortController()
  const tab: Tab = {
    owner,
    wallet: { id: 'argentX' },
    sessions: [new AbortController(), new AbortController(), page],
    page: page.signal,
    listeners: new Set(),
    use: () => 0,
    isHidden: false,
    requests: [],
    used: -1,
    hidden: -1,
    answeredAt: Number.NEGATIVE_INFINITY,
  }
  current.run(tab, () => {
    tab.use = followUse(page.signal)
  })
  return tab
}

/** The open prompts, with their tabs. */
const openOf = (tabs: readonly Tab[]) =>
  tabs.flatMap((tab) =>
    tab.requests.filter(({ asked, isOver }) => asked !== null && !isOver).map((one) => ({ tab, one })),
  )

/** Whether the visitor has lost an open prompt, for a tab. */
const isLost = (tab: Tab, { asked, giveUp, session }: Asked, viewer: Tab): boolean => {
  const opened = asked as number
  if (giveUp?.signal.aborted || session.aborted || tab.used > opened) return true
  return viewer !== tab && (tab.hidden > opened || viewer.used >= opened)
}

interface Model {
  step: number
}
type Real = { tabs: readonly Tab[]; failures: string[]; waitingForOthers: number }

/** Runs a step, lets it settle, and checks what holds after each step. */
async function after({ tabs, failures }: Real, model: Model, what: string, act: () => void): Promise<void> {
  model.step++
  steps++
  act()
  await pass()
  for (const tab of tabs) {
    const next = tab.requests.find(
      ({ asked, isOver, session }) => asked === null && !isOver && !session.aborted,
    )
    if (!next) continue
    // It waits only for a prompt that the visitor has to answer: of this tab, or of another one that was opened since this was used.
    const mustWait = openOf(tabs).some(({ tab: of, one }) => !isLost(of, one, tab))
    if (!mustWait) failures.push(`${model.step} ${what}: a request waits unasked`)
  }
  expect(failures).toEqual([])
}

const command = (
  what: string,
  run: (model: Model, real: Real) => Promise<void>,
): fc.AsyncCommand<Model, Real> => ({
  check: () => true,
  run,
  toString: () => what,
})

/** A request of a page. @param isDirect it comes from the wallet's object, and cannot be given up */
const ask = ([at, store, isDirect]: readonly [number, number, boolean]) =>
  command(`ask in ${at} by ${store}${isDirect ? ' directly' : ''}`, (model, real) =>
    after(real, model, 'ask', () => {
      const tab = real.tabs[at] as Tab
      const { signal: session } = tab.sessions[store] as AbortController
      const giveUp = isDirect ? undefined : new AbortController()
      let answer = () => {}
      const answered = new Promise<void>((resolve) => {
        answer = resolve
      })
      const request: Asked = { asked: null, isOver: false, session, giveUp, answer }
      giveUp?.signal.addEventListener('abort', () => {
        if (request.asked === null) request.isOver = true
      })
      const { signal = NEVER } = giveUp ?? {}
      const progress = { signal, send: <T>(hand: () => Promise<T>) => hand(), withdraw() {} }
      const open = async () => {
        const unanswered = openOf(real.tabs).filter(({ tab: of, one }) => !isLost(of, one, tab))
        if (unanswered.length) real.failures.push(`${model.step}: the visitor has two prompts to answer`)
        if (request.isOver || session.aborted) real.failures.push(`${model.step}: asked for nobody`)
        const closing = real.tabs.filter((one) => Date.now() - one.answeredAt < STARKNET_PROMPT_PAUSE)
        if (closing.some((one) => one === tab || !isLost(one, one.answered as Asked, tab)))
          real.failures.push(`${model.step}: asked while a window closes`)
        const earlier = tab.requests.slice(0, tab.requests.indexOf(request))
        if (earlier.some((one) => one.asked === null && !one.isOver && !one.session.aborted))
          real.failures.push(`${model.step}: not in the order of the queue`)
        request.asked = model.step
        await answered
        tab.answeredAt = Date.now()
        tab.answered = request
        request.isOver = true
      }
      tab.requests.push(request)
      current.run(tab, () => {
        const wallet = tab.wallet as never
        const owner = { wallet, signal: session }
        const input = { ...owner, progress: giveUp && progress, takesMore: true, lastUse: tab.use }
        tab.owner
          .queuePrompt(input, () => tab.owner.askInWindow(owner, progress, open))
          .catch(() => {
            request.isOver = true
          })
      })
    }),
  )

/** The session of one of the page's stores ends, and the store connects again. */
const endSession = ([at, store]: readonly [number, number]) =>
  command(`end the session of ${store} in ${at}`, (model, real) =>
    after(real, model, 'end', () => {
      const sessions = real.tabs[at]?.sessions ?? []
      sessions[store]?.abort()
      sessions[store] = new AbortController()
    }),
  )

const use = (at: number) =>
  command(`use ${at}`, (model, real) =>
    after(real, model, 'use', () => {
      const tab = real.tabs[at] as Tab
      tab.isHidden = false
      tab.used = model.step
      dispatch(tab, 'pointerdown')
    }),
  )

const hide = (at: number) =>
  command(`hide ${at}`, (model, real) =>
    after(real, model, 'hide', () => {
      const tab = real.tabs[at] as Tab
      tab.isHidden = true
      tab.hidden = model.step
      dispatch(tab, 'visibilitychange')
    }),
  )

/** The wallet tells a tab that it has left its network, perhaps because another tab has asked for that. */
const leave = (at: number) =>
  command(`leave in ${at}`, (model, real) =>
    after(real, model, 'leave', () => {
      const tab = real.tabs[at] as Tab
      const isOpen = ({ asked, isOver, giveUp, session }: Asked) =>
        asked !== null && !isOver && !giveUp?.signal.aborted && !session.aborted
      const others = real.tabs.filter((one) => one !== tab).flatMap(({ requests }) => requests.filter(isOpen))
      const waits = others.length > 0 && !tab.requests.some(isOpen)
      real.waitingForOthers++
      const then = (wasAsked: boolean) => {
        real.waitingForOthers--
        if (wasAsked !== waits)
          real.failures.push(`${model.step}: another tab ${waits ? 'asks' : 'asks not'}`)
        if (wasAsked && others.some(isOpen)) real.failures.push(`${model.step}: did not wait for another tab`)
      }
      current.run(tab, () => tab.owner.afterOtherTabs(tab.wallet as never, tab.page, then))
    }),
  )

/** Answers or gives up an open or waiting request. */
const end = (kind: 'answer' | 'give up', which: number) =>
  command(`${kind} ${which}`, (model, real) =>
    after(real, model, kind, () => {
      const all = real.tabs.flatMap(({ requests }) =>
        requests.filter(
          ({ asked, isOver, giveUp }) => !isOver && (kind === 'answer' ? asked !== null : giveUp),
        ),
      )
      const one = all[which % all.length]
      if (kind === 'answer') one?.answer()
      else one?.giveUp?.abort()
    }),
  )

it(
  'AX02: in random sequences of two tabs no request waits unasked but for a prompt that the visitor has to answer',
  async () => {
    const tab = fc.nat(1)
    const store = fc.nat(1)
    const commands = [
      fc.tuple(tab, store, fc.boolean()).map(ask),
      fc.tuple(tab, store).map(endSession),
      tab.map(use),
      tab.map(leave),
      fc.nat(5).map((which) => end('answer', which)),
      fc.nat(5).map((which) => end('give up', which)),
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.commands([...commands, tab.map(hide)], { maxCommands: 30, size: 'max' }),
        async (sequence) => {
          locks = createLocks()
          const tabs = [await openTab(), await openTab()]
          const real: Real = { tabs, failures: [], waitingForOthers: 0 }
          await fc.asyncModelRun(() => ({ model: { step: 0 }, real }), sequence)
          // Nothing is left once everything is answered.
          for (const { requests } of tabs) for (const one of requests) one.giveUp?.abort()
          await pass()
          for (let open = openOf(tabs); open.length; open = openOf(tabs)) {
            open[0]?.one.answer()
            await pass()
          }
          expect([real.failures, real.waitingForOthers]).toEqual([[], 0])
          for (const { sessions } of tabs) for (const session of sessions) session.abort()
          await pass()
          expect([locks.names(), tabs.map(({ listeners }) => listeners.size), vi.getTimerCount()]).toEqual([
            [],
            [0, 0],
            0,
          ])
        },
      ),
      { numRuns: RUNS },
    )
    if (process.env.MODEL_RUNS) console.log(`${steps} steps`)
  },
  60_000 + RUNS * 500,
)

it('AX02: while a tab waits for the window of another one, a click of its visitor counts, and no click is older than the prompt of a third', async () => {
  const begin = (tab: Tab) => {
    const over = new AbortController()
    let hasLock = false
    current.run(tab, () => {
      const locked = tab.owner.lockPrompts(tab.wallet as never, tab.use, over.signal, async () => {})
      void locked.then(() => {
        hasLock = true
      })
    })
    return { over, hasLock: () => hasLock }
  }
  for (const clicksAgain of [true, false]) {
    locks = createLocks()
    const [a, b, c] = [await openTab(), await openTab(), await openTab()]
    const first = begin(a)
    await pass(10)
    const third = begin(c)
    await pass(10)
    dispatch(b, 'pointerdown')
    await pass(100)
    const second = begin(b)
    await pass(100)
    first.over.abort()
    await pass(100)
    expect([third.hasLock(), second.hasLock()]).toEqual([true, false])
    if (clicksAgain) dispatch(b, 'pointerdown')
    await pass(STARKNET_PROMPT_PAUSE)
    expect(second.hasLock()).toBe(clicksAgain)
    for (const { over } of [second, third]) over.abort()
    await pass()
    expect([locks.names(), vi.getTimerCount()]).toEqual([[], 0])
  }
})

it('HS05: in a wallet that shows one prompt only, the next one waits although the visitor has come back', async () => {
  const tab = await openTab()
  await current.run(tab, async () => {
    const asked: string[] = []
    let answer = () => {}
    const open = new Promise<void>((resolve) => {
      answer = resolve
    })
    const onWait = vi.fn()
    const input = { wallet: tab.wallet as never, signal: NEVER, takesMore: false, onWait }
    const first = tab.owner.queuePrompt(input, () => open)
    expect(onWait).not.toHaveBeenCalled()
    const second = tab.owner.queuePrompt(input, async () => void asked.push('second'))
    expect(onWait).toHaveBeenCalledOnce()
    await pass()
    dispatch(tab, 'pointerdown')
    await pass()
    expect(asked).toEqual([])
    answer()
    await Promise.all([first, second])
    expect(asked).toEqual(['second'])
  })
})

it('in a wallet that shows one prompt only, one that nobody waits for lets the next one pass', async () => {
  const tab = await openTab()
  const session = new AbortController()
  const asked: string[] = []
  const input = { wallet: tab.wallet as never, signal: session.signal, takesMore: false }
  void tab.owner.queuePrompt(input, () => new Promise<void>(() => {})).catch(() => {})
  const second = tab.owner.queuePrompt({ ...input, signal: NEVER }, async () => void asked.push('second'))
  await pass()
  expect(asked).toEqual([])
  session.abort()
  await second
  expect(asked).toEqual(['second'])
})
