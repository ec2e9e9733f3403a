import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Look, type Question, Report, type Said } from '../../../src/connectors/report.js'
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

/** What is expected: of each field the newest word counts, whenever it comes. */
interface Model {
  time: number
  accounts: { at: number; is: readonly string[] }
  chain: { at: number; is: ChainId | null; last: ChainId }
  /** When the look was begun that has no answer; 0 for none. */
  look: number
  listener: 'none' | 'here' | 'left'
  end: string | null
}

interface Real extends ReturnType<typeof openReport> {
  /** Questions that wait for an answer, with the time at which they were asked. */
  questions: { at: number; question: Question | Look }[]
}

function say(model: Model, { accounts, chainId, unknown }: Said, at: number) {
  if (model.end) return
  const isNews = (field: { at: number }, said: unknown) => !!said && at >= field.at
  const isAccounts = isNews(model.accounts, accounts)
  const isChain = isNews(model.chain, chainId || unknown)
  if (accounts && isAccounts) model.accounts = { at, is: accounts }
  if (isChain) model.chain = { at, is: chainId ?? null, last: chainId ?? model.chain.last }
  if (isAccounts && at >= model.look) model.look = 0
}

let steps = 0

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
    steps += 1
    // Whoever listens hears at once of an end, and in a microtask of what has changed.
    await Promise.resolve()
    if (model.listener === 'here' && !model.end && model.accounts.is.length === 0) model.end = 'locked'
    expect(report.ended).toBe(model.end !== null)
    expect([report.accounts, report.chainId]).toEqual([model.accounts.is, model.chain.last])
    expect(report.isUnsure).toBe(model.look > 0)
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
  fc.constant(
    command('look', (model, { report, questions }) => {
      model.time += 1
      model.look = model.time
      questions.push({ at: model.time, question: report.look() })
    }),
  ),
  // An answer may come late, twice, after that of a later question, or never.
  fc.tuple(fc.nat(), anySaid, fc.boolean()).map(([which, said, isLast]) =>
    command(`answer ${which} ${JSON.stringify(said)}`, (model, { questions }) => {
      const index = which % Math.max(questions.length, 1)
      const asked = questions[index]
      if (!asked) return
      const { at, question } = asked
      const isOpen = model.look === at
      if ('isOpen' in question) {
        expect(question.isOpen).toBe(isOpen)
        // A session names the account in use, or does not say where it is.
        const [account] = said.accounts ?? []
        const chainId = said.unknown ? null : said.chainId
        if (account) say(model, said, at)
        question.answer(account ? { ...said, account, accounts: said.accounts ?? [], chainId } : null)
      } else {
        expect(question.isNewest).toBe(at === model.time)
        expect(question.since('accounts')).toEqual(model.accounts.at > at ? model.accounts.is : null)
        expect(question.since('chainId')).toEqual(model.chain.at > at ? model.chain.last : null)
        say(model, said, at)
        question.answer(said)
      }
      if (isOpen) model.look = 0
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
      fc.commands([...COMMANDS.slice(0, 4), ...COMMANDS.slice(0, 4), ...COMMANDS], {
        maxCommands: 60,
        size: 'max',
      }),
      (commands) => {
        const setup = () => ({
          model: {
            time: 1,
            accounts: { at: 1, is: ['a'] },
            chain: { at: 1, is: 'eip155:1', last: 'eip155:1' },
            look: 0,
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
  if (process.env.MODEL_RUNS) console.log(`${steps} steps`)
}, 3_600_000)
