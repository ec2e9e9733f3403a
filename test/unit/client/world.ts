import { afterAll, beforeAll, expect, vi } from 'vitest'
import { isConnecting } from '../../../src/client/machine.js'
import { CATALOGUE } from '../../../src/errors/catalogue.js'
import { WalletError } from '../../../src/errors/wallet-error.js'
import { createMemoryStorage } from '../../../src/platform/storage.js'
import type { Approve } from '../../../src/testing/evm/prompts.js'
import { ALICE, BOB, createClient, createDevice, createOwnConnector, createWallet, pass } from './fixture.js'

const unhandled: unknown[] = []
const onUnhandled = (reason: unknown) => void unhandled.push(reason)
beforeAll(() => void process.on('unhandledRejection', onUnhandled))
afterAll(() => void process.off('unhandledRejection', onUnhandled))

/** Calls for the same wallet share one promise; one that wants a chain, or only a name, has its own, as has one that asks nobody. */
type Kind = 'connect' | 'own' | 'silent' | 'request' | 'early'

/** A page with three injected wallets and a connector of its own, with a log of all calls. */
export function createWorld(approve: Approve = 'manual') {
  const evm = ['One', 'Two', 'Three'].map((name, n) =>
    createWallet(name, { approve, accounts: n === 1 ? [BOB] : [ALICE] }),
  )
  const own = createOwnConnector()
  const device = createDevice(...evm, own.connector)
  unhandled.length = 0
  const storage = createMemoryStorage()
  const setup = createClient(device, { storage })
  const calls = new Map<Promise<unknown>, { kind: Kind; open: boolean }>()
  return {
    ...setup,
    evm,
    own,
    device,
    calls,
    /** How many prompts the visitor's or the page's actions allow so far. */
    allowed: 0,
    /** When the client last got a call that may begin a silent reconnect. */
    asked: -Infinity,
    /** How many log entries were checked, and who is connected according to them. */
    heard: 0,
    standing: new Map<string, string>(),
    prompts: () =>
      evm.reduce((sum, { prompts }) => sum + prompts.length, 0) +
      own.calls.filter((call) => call === 'connect').length,
    track(kind: Exclude<Kind, 'early'>, promise: Promise<unknown>) {
      // Calls for the same wallet share one promise.
      if (calls.has(promise)) return
      // A request before any connection waits for sessions that are being restored.
      const isEarly = kind === 'request' && setup.client.getState().connections.length === 0
      const call = { kind: isEarly ? ('early' as const) : kind, open: true }
      calls.set(promise, call)
      const done = (error?: unknown) => {
        call.open = false
        if (error !== undefined && !(error instanceof WalletError)) throw error
      }
      promise.then(() => done(), done)
    },
    open: (kind: Kind) => [...calls.values()].filter((call) => call.kind === kind && call.open).length,
  }
}

export type World = ReturnType<typeof createWorld>

/** Checks the invariants that can be seen from outside. */
export function check(world: World) {
  const { client, evm, log, storage } = world
  const state = client.getState()
  const { phase, connections, attempt, error, open, status, active } = state

  // SO1: nothing is unhandled.
  expect(unhandled).toEqual([])
  // M1: a connection shows only what the wallet says now.
  for (const { walletId, account, chainId, wallet, connector } of connections) {
    expect(wallet.provider).toBeTruthy()
    expect([wallet.account, wallet.chainId, connector.activeAccount]).toEqual([account, chainId, account])
    const scripted = evm.find(({ info }) => info.rdns === walletId)
    if (!scripted) continue
    expect([account, chainId]).toEqual([scripted.granted[0], `eip155:${Number(scripted.chainId)}`])
  }
  expect(new Set(connections.map(({ namespace }) => namespace)).size).toBe(connections.length)
  const shown = connections.find(({ namespace }) => namespace === active)
  expect([state.account, state.chainId, state.wallet]).toEqual([
    shown?.account ?? null,
    shown?.chainId ?? null,
    shown?.wallet ?? null,
  ])
  expect(active === null).toBe(connections.length === 0)
  // There is one attempt, and the view fits the phase.
  expect(attempt !== null).toBe(isConnecting(phase) || phase === 'failed')
  expect(error !== null).toBe(phase === 'failed')
  if (error) expect(Object.keys(CATALOGUE)).toContain(error.code) // M16
  if (open) expect(['choosing', 'failed', 'opening', 'pairing', 'awaiting', 'verifying']).toContain(phase)
  if (phase === 'choosing') expect(open).toBe(true)
  expect(status).toBe(isConnecting(phase) ? 'connecting' : connections.length ? 'connected' : 'idle')
  // M4: at most one connect prompt is open.
  expect(world.open('connect')).toBeLessThanOrEqual(1)
  if (connections.length === 0) expect(world.open('request')).toBe(0)
  // M7: the client listens to a wallet that has locked itself, unless another wallet is connected.
  const waited: string[] = []
  for (const { info, listenerCount } of evm) {
    const inUse =
      connections.some(({ walletId }) => walletId === info.rdns) || attempt?.walletId === info.rdns
    // A silent reconnect may go on for its second, whatever the visitor does meanwhile.
    if (!inUse && Date.now() > world.asked + 1_000 && listenerCount() > 0) waited.push(info.rdns)
    // The client listens for the wallet's unlock and for the answer to a question. Within its second, a call that wants only
    // a name asks a question of its own.
    const isAsking = Date.now() <= world.asked + 1_000
    expect(listenerCount('accountsChanged')).toBeLessThanOrEqual(isAsking ? 3 : 2)
  }
  const isTaken = connections.some(({ namespace }) => namespace === 'eip155')
  const isChosen = isConnecting(phase) && attempt?.namespace === 'eip155'
  expect(waited.length, waited.join()).toBeLessThanOrEqual(isTaken || isChosen ? 0 : 1)
  // M8, M13: every prompt has a reason.
  expect(world.prompts()).toBeLessThanOrEqual(world.allowed)
  // M10, SO10: connected and disconnected alternate, and agree with the state.
  for (const [name, detail] of log.slice(world.heard) as unknown as [string, Record<string, unknown>][]) {
    const namespace = detail.namespace as string
    const { standing } = world
    if (name === 'connected') {
      expect(standing.has(namespace)).toBe(false)
      standing.set(namespace, detail.walletId as string)
    } else if (name === 'disconnected') {
      expect(standing.get(namespace)).toBe(detail.walletId)
      standing.delete(namespace)
    } else if (name === 'changed') {
      const { account, chainId, previous } = detail
      expect(standing.has(namespace)).toBe(true)
      expect(previous).not.toEqual({ account, chainId })
    }
  }
  world.heard = log.length
  expect([...world.standing.values()].sort()).toEqual(connections.map(({ walletId }) => walletId).sort())
  // M15, SO6: only our own keys are stored.
  for (const key of storage.keys?.() ?? [])
    expect(key).toMatch(/^(?:wcb\.1:default:|starknetLast|gsw-last-|foreign)/)
}

/** Every run ends with this: there is always a way out, and it leaves nothing behind. */
export async function leave(world: World) {
  const { client, evm, own } = world
  client.dismiss()
  await pass()
  check(world)
  expect([client.getState().open, world.open('connect')]).toEqual([false, 0])
  for (const { faults, goOnline, release } of evm) {
    Object.assign(faults, { hold: [] })
    goOnline()
    release()
  }
  const done = client.disconnect()
  await pass(2_500)
  await done
  check(world)
  for (const kind of ['own', 'silent', 'request', 'early'] as const) expect(world.open(kind), kind).toBe(0)
  expect([client.getState().phase, client.getState().status]).toEqual(['ready', 'idle'])
  for (const { listenerCount } of evm) expect(listenerCount()).toBe(0)
  client.dispose()
  for (const wallet of evm) wallet.dispose()
  await pass()
  expect([vi.getTimerCount(), world.device.listeners]).toEqual([0, 0])
  const watched = own.calls.filter((call) => call === 'watch').length
  expect(own.calls.filter((call) => call === 'unwatch')).toHaveLength(watched)
}
