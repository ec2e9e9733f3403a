import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Question, Report, type Said } from '../../../src/connectors/report.js'
import type { SessionChange } from '../../../src/connectors/session.js'
import type { ChainId } from '../../../src/protocol/caip2.js'

/** A report of a session on account `a` and chain 1, with what its listener hears. */
function openReport(none?: 'locked') {
  const report = new Report(none)
  const changes: SessionChange[] = []
  report.open({ accounts: ['a'], chainId: 'eip155:1' })
  return { report, changes, watch: () => report.watch((told) => changes.push(told)) }
}

const change = (account: string, chain: number) => ({
  type: 'change',
  account,
  accounts: [account],
  chainId: `eip155:${chain}`,
})

it.each<[string, (question: Question, report: Report) => void, [account: string, chain: number]]>([
  [
    'an event during the question is newer than its answer, and says nothing of the other field',
    ({ answer }, report) => {
      report.hear({ accounts: ['c'] })
      answer({ accounts: ['b'], chainId: 'eip155:5' })
    },
    ['c', 5],
  ],
  [
    'the answer to a later question is newer',
    ({ answer }, report) => {
      report.ask().answer({ accounts: ['c'] })
      answer({ accounts: ['b'] })
    },
    ['c', 1],
  ],
  [
    'a network without a name leaves the last one that has one, and is newer than an older answer',
    ({ answer }, report) => {
      report.hear({ unknown: 'eip155:9' })
      answer({ chainId: 'eip155:5' })
    },
    ['a', 1],
  ],
])('%s', (_name, act, [account, chain]) => {
  const { report } = openReport()
  act(report.ask(), report)
  expect([report.account, report.chainId]).toEqual([account, `eip155:${chain}`])
})

it('a read that fails has said nothing', async () => {
  const { report } = openReport()
  const failure = new Error('no answer')
  await expect(report.read(() => Promise.reject(failure))).rejects.toBe(failure)
  expect(report.place).toMatchObject({ account: 'a' })
})

it.each([
  [{ chainId: 'eip155:1' }, 'session_ended'],
  [{ accounts: [], chainId: 'eip155:1' }, 'session_ended'],
  [{ accounts: ['a'] }, 'wallet_malformed'],
] as const)('no session begins on %j', (said, code) => {
  expect(() => new Report().open(said)).toThrow(expect.objectContaining({ code }))
})

it('what was said between the acceptance of a session and its listener is told, all of it once', async () => {
  const { report, changes, watch } = openReport()
  report.hear({ accounts: ['b'] })
  watch()
  report.hear({ chainId: 'eip155:5' })
  await Promise.resolve()
  expect(changes).toEqual([change('b', 5)])
})

it('an unknown network of which a wallet has told before its session began is told', async () => {
  const report = new Report()
  const changes: SessionChange[] = []
  report.hear({ chainId: 'eip155:1' })
  report.hear({ unknown: 'eip155:9' })
  report.open({ accounts: ['a'] })
  report.watch((told) => changes.push(told))
  await Promise.resolve()
  expect(changes).toEqual([{ ...change('a', 1), chainId: null, unknown: 'eip155:9' }])
})

it('nothing is told that the listener knows', async () => {
  const { report, changes, watch } = openReport()
  watch()
  await Promise.resolve()
  report.hear({ accounts: ['b'] })
  report.hear({ accounts: ['a'] })
  await Promise.resolve()
  expect(changes).toEqual([])
})

/** What is expected: of each field the newest word counts, whenever it comes. */
interface Model {
  time: number
  accounts: { at: number; is: readonly string[] }
  chain: { at: number; is: ChainId | null; last: ChainId }
  listener: 'none' | 'here' | 'left'
  end: string | null
}

interface Real extends ReturnType<typeof openReport> {
  /** Questions that wait for an answer, with the time at which they were asked. */
  questions: { at: number; question: Question }[]
}

function say(model: Model, { accounts, chainId, unknown }: Said, at: number) {
  if (model.end) return
  if (accounts && at >= model.accounts.at) model.accounts = { at, is: accounts }
  if ((chainId || unknown) && at >= model.chain.at)
    model.chain = { at, is: chainId ?? null, last: chainId ?? model.chain.last }
}

const command = (
  name: string,
  run: (model: Model, real: Real) => void,
  check: (model: Model) => boolean = () => true,
): fc.AsyncCommand<Model, Real> => ({
  check,
  toString: () => name,
  async run(model, real) {
    const { report, changes } = real
    const before = changes.length
    run(model, real)
    // Whoever listens hears at once of an end, and in a microtask of what has changed.
    await Promise.resolve()
    if (model.listener === 'here' && !model.end && model.accounts.is.length === 0) model.end = 'locked'
    expect(report.ended).toBe(model.end !== null)
    expect([report.accounts, report.chainId]).toEqual([model.accounts.is, model.chain.last])
    expect(changes.length).toBeLessThanOrEqual(before + 1)
    if (model.listener !== 'here') return expect(changes.length).toBe(before)
    const told = changes.at(-1) ?? change('a', 1)
    if (model.end) expect(told).toEqual({ type: 'disconnect', reason: model.end })
    else expect(told).toMatchObject({ accounts: model.accounts.is, chainId: model.chain.is })
    if (changes.length > before) expect(changes.at(-1)).not.toEqual(changes.at(-2) ?? change('a', 1))
  },
})

const anySaid: fc.Arbitrary<Said> = fc
  .tuple(
    fc.constantFrom(undefined, null, ['a'], ['b'], ['b', 'a'], []),
    fc.constantFrom<Said>({}, { chainId: 'eip155:1' }, { chainId: 'eip155:5' }, { unknown: 'eip155:9' }),
  )
  .map(([accounts, chain]) => ({ accounts, ...chain }))

const COMMANDS = [
  anySaid.map((said) =>
    command(`event ${JSON.stringify(said)}`, (model, { report }) => {
      model.time += 1
      say(model, said, model.time)
      report.hear(said)
    }),
  ),
  fc.constant(
    command('question', (model, { report, questions }) => {
      model.time += 1
      questions.push({ at: model.time, question: report.ask() })
    }),
  ),
  // An answer may come late, twice, after that of a later question, or never.
  fc.tuple(fc.nat(), anySaid, fc.boolean()).map(([which, said, isLast]) =>
    command(`answer ${which} ${JSON.stringify(said)}`, (model, { questions }) => {
      const index = which % Math.max(questions.length, 1)
      const asked = questions[index]
      if (!asked) return
      const { at, question } = asked
      expect(question.isNewest).toBe(at === model.time)
      expect(question.since('accounts')).toEqual(model.accounts.at > at ? model.accounts.is : null)
      expect(question.since('chainId')).toEqual(model.chain.at > at ? model.chain.last : null)
      say(model, said, at)
      question.answer(said)
      if (isLast) questions.splice(index, 1)
    }),
  ),
  fc.constant(
    command(
      'watch',
      (model, { watch }) => {
        model.listener = 'here'
        watch()
      },
      ({ listener }) => listener === 'none',
    ),
  ),
  fc.constantFrom('wallet', 'lost', 'expired').map((reason) =>
    command(`end: ${reason}`, (model, { report }) => {
      model.end ??= reason
      report.end(reason as 'lost')
    }),
  ),
  fc.constant(
    command('leave', (model, { report }) => {
      model.end ??= 'wallet'
      if (model.listener === 'here') model.listener = 'left'
      report.leave()
    }),
  ),
]

it('whatever is said, asked, answered late or never, account and chain are the newest word, and told once', async () => {
  await fc.assert(
    fc.asyncProperty(
      // Few runs would get far if each command ended as many.
      fc.commands([...COMMANDS.slice(0, 3), ...COMMANDS.slice(0, 3), ...COMMANDS], {
        maxCommands: 60,
        size: 'max',
      }),
      (commands) => {
        const setup = () => ({
          model: {
            time: 1,
            accounts: { at: 1, is: ['a'] },
            chain: { at: 1, is: 'eip155:1', last: 'eip155:1' },
            listener: 'none',
            end: null,
          } as Model,
          real: { ...openReport('locked'), questions: [] } as Real,
        })
        return fc.asyncModelRun(setup, commands)
      },
    ),
    { numRuns: Number(process.env.MODEL_RUNS ?? 150) },
  )
})
