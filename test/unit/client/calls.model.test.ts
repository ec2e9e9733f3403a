import './fake-timers.js'
import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { isConnecting } from '../../../src/client/machine.js'
import type { ConnectOptions, ConnectResult } from '../../../src/client/wallet-client.js'
import { WalletError } from '../../../src/errors/wallet-error.js'
import { ALICE, BOB, createClient, createDevice, createOwnConnector, outcome, pass } from './fixture.js'

/** A long run sets more of them. */
const RUNS = Number(process.env.MODEL_RUNS ?? 30)
const FAMILIES = { one: 'eip155', two: 'eip155', three: 'starknet', late: 'eip155' } as const
const CHAINS = { eip155: 'eip155:1', starknet: 'starknet:SN_MAIN' } as const
type Id = keyof typeof FAMILIES
type Family = keyof typeof CHAINS
const IDS = Object.keys(FAMILIES) as Id[]

/** A page with wallets that answer only when a command says so. `late` is not there from the beginning. */
function createWorld() {
  const wallets = IDS.map((id) => {
    const namespace = FAMILIES[id]
    const account = namespace === 'eip155' ? { account: ALICE, accounts: [ALICE] } : {}
    const session = () =>
      own.createSession({ ...account, chainId: CHAINS[namespace], disconnect: async () => {} })
    const own = createOwnConnector({ id, key: id, name: id, namespace, restore: async () => session() })
    return { id, session, ...own }
  })
  const device = createDevice(...wallets.filter(({ id }) => id !== 'late').map(({ connector }) => connector))
  const requests = (isOver: boolean) =>
    wallets.flatMap((wallet) =>
      wallet.waiting
        .filter(({ request }) => request.signal.aborted === isOver)
        .map((one) => ({ wallet, one })),
    )
  /** Takes a request from its wallet, to answer it. */
  const take = (isOver: boolean) => {
    const [found] = requests(isOver)
    found?.wallet.waiting.splice(found.wallet.waiting.indexOf(found.one), 1)
    return found
  }
  const setup = createClient(device)
  setup.client.discover()
  return { wallets, device, requests, take, outcomes: new Map<number, unknown>(), ...setup }
}
type World = ReturnType<typeof createWorld>

/** What a call should do, in the fewest words. */
class Oracle {
  stage: 'ready' | 'choosing' | 'asking' | 'failed' | 'disposed' = 'ready'
  open = false
  call: {
    walletId?: Id
    family?: Family
    isName: boolean
    isSought?: boolean
    ids: [id: number, isName: boolean][]
  } | null = null
  wallet: { id: Id; family?: Family; isDirect: boolean } | null = null
  here = new Set<Id>(['one', 'two', 'three'])
  connected = new Map<Family, Id>()
  lost = new Map<Family, Id>()
  outcomes = new Map<number, unknown>()
  errors = 0

  settle(end: unknown) {
    for (const [id, isName] of this.call?.ids ?? [])
      this.outcomes.set(id, isName && IDS.some((wallet) => wallet === end) ? `${end} by name` : end)
    this.call = null
  }
  go(stage: Oracle['stage'], open = this.open) {
    Object.assign(this, { stage, open })
    if (stage !== 'asking' && stage !== 'failed') this.wallet = null
  }
  cancel(end: unknown = 'nothing') {
    this.go('ready', false)
    this.settle(end)
  }
  ask(id: Id, isDirect: boolean, family = this.call?.family) {
    if (this.call?.isName) return this.cancel(id)
    if (this.call) this.call.isSought = false
    this.wallet = { id, isDirect, family }
    this.go('asking')
    if (family && family !== FAMILIES[id]) this.fail('network_switching_only_available_in_wallet')
  }
  fail(code: string) {
    this.errors += 1
    this.settle(code)
    if (code === 'user_rejected' && !this.open) this.go('ready')
    else this.go('failed')
  }
  accept(id: Id) {
    this.connected.delete(FAMILIES[id])
    this.connected.set(FAMILIES[id], id)
    this.lost.delete(FAMILIES[id])
  }
  /** Sessions that were lost come back, unless a wallet of their family is asked; one may answer the call whose visitor chooses. */
  restore(active: Family | null) {
    const asked = this.stage === 'asking' && this.wallet ? FAMILIES[this.wallet.id] : null
    const back = [...this.lost].filter(([family]) => family !== asked).map(([, id]) => id)
    for (const id of back) this.accept(id)
    const answer = this.connected.get((this.call?.family ?? active) as Family)
    if (this.stage === 'choosing' && this.call?.isName === false && answer && back.includes(answer))
      this.cancel(answer)
  }
}

let calls = 0

/** Connects as the specification says. @param active reads which family is active */
function connect(model: Oracle, id: number, options: ConnectOptions, active: () => Family | null) {
  const { mode, walletId, chainId, resultType } = options as ConnectOptions & { walletId?: Id }
  const family = chainId && (chainId === CHAINS.eip155 ? 'eip155' : 'starknet')
  const isName = resultType === 'connector'
  const connection = () => model.connected.get((family || active()) as Family)
  if (model.stage === 'disposed') return model.outcomes.set(id, 'disposed')
  if (mode === 'neverAsk') {
    if (!connection()) model.restore(active())
    return model.outcomes.set(id, connection() ?? 'nothing')
  }
  const { call, stage } = model
  const asked = stage === 'asking' ? model.wallet : null
  const theirs = asked ? FAMILIES[asked.id] : call?.family
  const isSame = walletId === undefined || walletId === call?.walletId || walletId === asked?.id
  const isJoined = (call || asked) && isSame && !(family && theirs && family !== theirs)
  if (isJoined && asked) model.open = true
  if (isJoined && call) {
    call.isName &&= isName
    if (!asked && !call.walletId && family) call.family ??= family
    return call.ids.push([id, isName])
  }
  if (asked && !isJoined) model.go(model.open ? 'choosing' : 'ready')
  model.settle('busy')
  model.call = { isName, ids: [[id, isName]], ...(walletId && { walletId }), ...(family && { family }) }
  if (isJoined) return
  if (walletId) {
    if (model.connected.get(FAMILIES[walletId]) === walletId) return model.cancel(walletId)
    model.call.isSought = !model.here.has(walletId)
    return !model.call.isSought && model.ask(walletId, true)
  }
  if (mode === 'canAsk' && !connection() && !isName) model.restore(active())
  if (mode === 'canAsk' && connection()) return model.cancel(connection())
  model.go('choosing', true)
}

type Act = (model: Oracle, world: World) => unknown
const command = (name: string, act: Act): fc.AsyncCommand<Oracle, World> => ({
  check: () => true,
  toString: () => name,
  async run(model, world) {
    await act(model, world)
    await pass(1)
    const { phase, open, attempt } = world.client.getState()
    expect([isConnecting(phase) ? 'asking' : phase, open, attempt?.walletId]).toEqual([
      model.stage,
      model.open,
      model.wallet?.id,
    ])
    // At most one wallet is asked, and only while it counts.
    expect(world.requests(false).map(({ wallet }) => wallet.id)).toEqual(
      model.stage === 'asking' ? [model.wallet?.id] : [],
    )
    expect(world.details('error')).toHaveLength(model.errors)
    // Each call is settled once, when and how it should be; the others wait.
    expect(world.outcomes).toEqual(model.outcomes)
    const { connections } = world.client.getState()
    expect(new Map(connections.map(({ namespace, walletId }) => [namespace, walletId]))).toEqual(
      model.connected,
    )
  },
})

const CALLS: ConnectOptions[] = [
  { mode: 'alwaysAsk' },
  { mode: 'canAsk' },
  { mode: 'neverAsk' },
  { mode: 'alwaysAsk', resultType: 'connector' },
  { mode: 'alwaysAsk', chainId: CHAINS.starknet },
  { mode: 'canAsk', chainId: CHAINS.eip155 },
  ...IDS.map((walletId) => ({ walletId })),
  { walletId: 'one', resultType: 'connector' },
  { walletId: 'three', chainId: CHAINS.starknet },
]

const pick = (model: Oracle, id: Id, family?: Family) => {
  const isAsked = model.stage === 'asking' && model.wallet?.id === id
  if (!model.here.has(id) || isAsked || model.stage === 'disposed') return undefined
  if (model.call) model.ask(id, false)
  else model.ask(id, false, family)
  // A wait for a wallet ends some time after another one was chosen.
  return pass(25)
}

const COMMANDS: Record<string, Act> = {
  ...Object.fromEntries(
    CALLS.map((options): [string, Act] => [
      `connect ${JSON.stringify(options)}`,
      (model, { client, outcomes }) => {
        const id = ++calls
        void outcome(client.connect(options)).then((result) => {
          const { connector, wallet } = result as ConnectResult
          const chosen = wallet || !connector ? (wallet?.id ?? 'nothing') : `${connector.id} by name`
          outcomes.set(id, typeof result === 'string' ? result : chosen)
        })
        // A wallet that is restored may become the active one: the client says which.
        return pass(1).then(() => connect(model, id, options, () => client.getState().active))
      },
    ]),
  ),
  ...Object.fromEntries(
    IDS.map((id): [string, Act] => [
      `pick ${id}`,
      (model, { client }) => {
        client.pick(id)
        return pick(model, id)
      },
    ]),
  ),
  'late comes': async (model, { device, wallets }) => {
    device.add((wallets.at(-1) as World['wallets'][0]).connector)
    await pass(25)
    model.here.add('late')
    if (model.call?.isSought) model.ask('late', true)
  },
  'time passes': async (model) => {
    await pass(6_000)
    if (!model.call?.isSought) return
    model.settle('not_found')
    model.errors += 1
  },
  approve: (model, { take }) => {
    const found = take(false)
    found?.one.resolve(found.wallet.session())
    if (!found || !model.wallet) return
    model.accept(model.wallet.id)
    model.cancel(model.wallet.id)
  },
  refuse: (model, { take }) => {
    const found = take(false)
    found?.one.reject({ code: 113 })
    if (found) model.fail('user_rejected')
  },
  break: (model, { take }) => {
    const found = take(false)
    found?.one.reject(new Error('broken'))
    if (found) model.fail('connect_failed')
  },
  'answer late': (_, { take }) => {
    const found = take(true)
    found?.one.resolve(found.wallet.session())
  },
  'refuse late': (_, { take }) => take(true)?.one.reject({ code: 113 }),
  dismiss: (model, { client }) => {
    client.dismiss()
    if (model.stage !== 'disposed') model.cancel()
  },
  abort: (model, { client }) => {
    client.abort(new WalletError('disposed'))
    if (!model.call && model.stage !== 'asking') return
    model.cancel('disposed')
    model.errors += 1
  },
  back: (model, { client }) => {
    client.back()
    if (model.stage === 'asking' && model.wallet?.isDirect) model.cancel()
    else if (model.wallet) model.go('choosing', true)
  },
  open: (model, { client }) => {
    client.open()
    if (model.wallet) model.open = true
    else if (model.stage !== 'disposed') model.go('choosing', true)
  },
  retry: (model, { client }) => {
    client.retry()
    if (model.stage === 'failed' && model.wallet) return pick(model, model.wallet.id, model.wallet.family)
  },
  'a session is lost': (model, { wallets, client }) => {
    const found = client.getState().connections[0]
    if (!found) return
    wallets.find(({ id }) => id === found.walletId)?.tell({ type: 'disconnect', reason: 'lost' })
    model.connected.delete(found.namespace)
    model.lost.set(found.namespace, found.walletId as Id)
  },
  'an account changes': async (_, { wallets, client }) => {
    const found = client.getState().connections[0]
    if (!found) return
    const account = found.account === ALICE ? BOB : ALICE
    wallets.find(({ id }) => id === found.walletId)?.tell({ type: 'change', account, accounts: [account] })
    await pass(1)
    expect(client.getState().connections[0]?.account).toBe(account)
  },
  restore: async (model, { client }) => {
    if (model.stage === 'disposed') return
    await client.restore()
    await pass(1)
    model.restore(client.getState().active as Family | null)
  },
  disconnect: async (model, { client }) => {
    if (model.stage === 'disposed') return
    const isOver = model.call || model.stage === 'asking'
    const done = client.disconnect()
    await pass(1_500)
    await done
    model.connected.clear()
    model.lost.clear()
    if (isOver) model.cancel()
  },
  dispose: (model, { client }) => {
    client.dispose()
    model.settle(model.stage === 'disposed' ? undefined : 'disposed')
    model.connected.clear()
    model.go('disposed', false)
  },
}

const RARE = ['dispose']
const all = Object.entries(COMMANDS).map(([name, act]) => command(name, act))
const usual = all.filter((one) => !RARE.includes(String(one)))

test(`calls of connect, in any order with ${usual.length} kinds of things, do what a short oracle says (P2)`, async () => {
  let steps = 0
  await fc.assert(
    fc.asyncProperty(
      fc.commands(
        [...usual, ...usual, ...all].map((one) => fc.constant(one)),
        { maxCommands: 40, size: 'max' },
      ),
      async (list) => {
        const world = createWorld()
        const model = new Oracle()
        await fc
          .asyncModelRun(() => ({ model, real: world }), list)
          .catch((error) => {
            // What a failed run leaves behind would fail the next one, with which the failure is made shorter.
            world.client.dispose()
            vi.clearAllTimers()
            throw error
          })
        world.client.dispose()
        await pass(5_000)
        // Nothing waits for ever.
        expect(world.outcomes.size).toBe(model.outcomes.size + (model.call?.ids.length ?? 0))
        expect([vi.getTimerCount(), world.device.listeners]).toEqual([0, 0])
        steps += [...list].length
      },
    ),
    { numRuns: RUNS },
  )
  if (process.env.MODEL_RUNS) console.log(`${steps} steps`)
}, 3_600_000)
