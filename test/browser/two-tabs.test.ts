import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createScriptedStarknetWallet } from '../../src/testing/starknet/create-scripted-starknet-wallet.js'
import type { StarknetApprove, StarknetPrompt } from '../../src/testing/starknet/prompts.js'
import { type Shop, untilStatus, useShop } from './support/shop.js'

/** A long run sets more of them. */
const SEQUENCES = Number(process.env.TAB_SEQUENCES ?? 10)
const [SEPOLIA, MAIN] = ['starknet:SN_SEPOLIA', 'starknet:SN_MAIN'] as const

const shop = useShop()

declare global {
  interface Window {
    askWallet(call: unknown): Promise<{ answer?: unknown; error?: { code?: number; message: string } }>
    tellPage(event: string, args: unknown[]): void
  }
}

/** Runs in each tab before its first script: the part of an extension that is in the page. */
function putWallet() {
  const listeners: Record<string, Set<(...args: unknown[]) => void>> = {
    accountsChanged: new Set(),
    networkChanged: new Set(),
  }
  Object.assign(window, {
    askWallet: window.askWallet ?? null,
    tellPage(event: string, args: unknown[]) {
      for (const listener of listeners[event] ?? []) listener(...args)
    },
    starknet_argentX: {
      id: 'argentX',
      name: 'Argent X',
      version: '5.0.0',
      icon: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E',
      on: (event: string, listener: (...args: unknown[]) => void) => void listeners[event]?.add(listener),
      off: (event: string, listener: (...args: unknown[]) => void) => void listeners[event]?.delete(listener),
      async request(asked: unknown) {
        const { answer, error } = await window.askWallet(asked)
        if (error) throw Object.assign(new Error(error.message), error)
        return answer
      },
    },
  })
}

/** Two tabs of a page, and one wallet that serves both, as an extension's worker does. */
async function openTabs(approve: StarknetApprove = 'manual') {
  const wallet = createScriptedStarknetWallet({
    profile: 'argentX',
    nodes: { SN_SEPOLIA: null, SN_MAIN: null },
    habits: { leavePerNetwork: true },
    approve: 'always',
  })
  onTestFinished(() => wallet.dispose())
  const first = await shop.open({
    initScripts: [putWallet],
    body: '<wallet-connect-button id="one" app-name="Shop" chains="starknet:SN_SEPOLIA starknet:SN_MAIN"></wallet-connect-button>',
  })
  const { context } = first
  type Request = { request(call: { type: string; params?: unknown }): Promise<unknown> }
  await context.exposeFunction('askWallet', (asked: { type: string; params?: unknown }) =>
    (wallet.object as Request).request(asked).then(
      (answer) => ({ answer }),
      ({ code, message }: { code?: number; message: string }) => ({ error: { code, message } }),
    ),
  )
  for (const event of ['accountsChanged', 'networkChanged'])
    (wallet.object as { on(event: string, listener: (...args: unknown[]) => void): void }).on(
      event,
      (...args) => {
        for (const page of context.pages())
          page
            .evaluate(([name, values]) => window.tellPage?.(name, values), [event, args] as const)
            .catch(() => {
              // The tab is being loaded again, and hears nothing.
            })
      },
    )
  await untilStatus(first.page, 'idle')
  await first.connect('Argent X')
  const second = await shop.open({ url: first.url, beside: first })
  await untilStatus(second.page, 'connected')
  wallet.setApprove(approve)
  return { wallet, tabs: [first, second] as const, first, second }
}

/** Calls a method of a tab's element. @returns what becomes of it: `done`, or the code of its error */
const call = ({ page }: Shop, method: 'switchChain' | 'signMessage' | 'disconnect', input?: unknown) =>
  page.evaluate(
    ([name, value]) => {
      const element = document.querySelector('wallet-connect-button') as unknown as Record<
        string,
        (input: unknown) => Promise<unknown>
      >
      return (element[name] as (input: unknown) => Promise<unknown>)(value).then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
    },
    [method, input] as const,
  )
const read = ({ page }: Shop) =>
  page.evaluate(() => {
    const { status, chainId } = document.querySelector('wallet-connect-button') ?? {}
    return { status, chainId }
  })
const untilChain = ({ page }: Shop, chain: string) =>
  page.waitForFunction((wanted) => document.querySelector('wallet-connect-button')?.chainId === wanted, chain)
const reasons = async ({ heard }: Shop) =>
  (await heard('disconnected')).map(({ detail }) => (detail as { reason: string }).reason)

describe('two tabs and one wallet that tells both of everything (SW01)', () => {
  it('switch together to a network without permission, when the visitor approves', async () => {
    const { wallet, first, second } = await openTabs()
    const switched = call(first, 'switchChain', { chainId: MAIN })
    ;(await wallet.nextPrompt('switch')).approve()
    const asked = await wallet.nextPrompt('connect')
    expect([await read(first), await read(second)]).toEqual([
      { status: 'connected', chainId: SEPOLIA },
      { status: 'connected', chainId: SEPOLIA },
    ])
    asked.approve()
    expect(await switched).toBe('done')
    await untilChain(first, MAIN)
    await untilChain(second, MAIN)
    expect([await reasons(first), await reasons(second)]).toEqual([[], []])
  })

  it('end with the wallet’s own reason when the visitor gives no permission there', async () => {
    const { wallet, first, second } = await openTabs()
    const switched = call(first, 'switchChain', { chainId: MAIN })
    ;(await wallet.nextPrompt('switch')).approve()
    ;(await wallet.nextPrompt('connect')).reject()
    expect(await switched).toBe('user_rejected')
    await untilStatus(first.page, 'idle')
    await untilStatus(second.page, 'idle')
    expect([await reasons(first), await reasons(second)]).toEqual([['wallet'], ['wallet']])
  })

  it('stay while the window of the switch is not answered, and the other one’s request waits for it', async () => {
    const { wallet, first, second } = await openTabs()
    const switched = call(first, 'switchChain', { chainId: MAIN })
    ;(await wallet.nextPrompt('switch')).approve()
    const lost = await wallet.nextPrompt('connect')
    const signed = call(second, 'signMessage', 'Hello')
    expect((await read(second)).status).toBe('connected')
    lost.approve()
    expect(await switched).toBe('done')
    // The signature was asked for on the network that the wallet has left.
    expect(await signed).toBe('chain_mismatch')
    expect([await reasons(first), await reasons(second)]).toEqual([[], []])
  })

  it('give true reasons: the wallet’s for its own end, the visitor’s for a disconnect in either of them', async () => {
    const { wallet, tabs, first, second } = await openTabs('always')
    wallet.disconnect()
    for (const { page } of tabs) await untilStatus(page, 'idle')
    expect([await reasons(first), await reasons(second)]).toEqual([['wallet'], ['wallet']])
    await first.connect('Argent X')
    await second.page.reload()
    await untilStatus(second.page, 'connected')
    await call(second, 'disconnect')
    for (const { page } of tabs) await untilStatus(page, 'idle')
    expect([await reasons(first), await reasons(second)]).toEqual([['wallet', 'user'], ['user']])
  })

  it.each(['its window was closed', 'its answer was lost', 'it was given up', 'its tab was left'] as const)(
    'AX02: a prompt of the first tab is lost, because %s: a click in the second tab is asked at once',
    async (how) => {
      const { wallet, first, second } = await openTabs()
      if (how === 'its answer was lost')
        Object.assign(wallet.faults, { loseAnswers: ['wallet_signTypedData'] })
      void call(first, 'signMessage', 'lost').catch(() => {
        // The tab is closed at the end.
      })
      const lost = await wallet.nextPrompt('sign')
      if (how === 'its answer was lost') lost.approve()
      if (how === 'it was given up')
        await first.page.evaluate(() =>
          document.querySelector('wallet-connect-button')?.client?.cancelRequests('starknet'),
        )
      if (how === 'its tab was left')
        await first.page.evaluate(() => {
          Object.defineProperty(document, 'hidden', { value: true, configurable: true })
          document.dispatchEvent(new Event('visibilitychange'))
        })
      Object.assign(wallet.faults, { loseAnswers: [] })
      await second.page.evaluate(() => {
        const ask = document.createElement('button')
        ask.textContent = 'Ask'
        ask.onclick = () => {
          const signing = document.querySelector('wallet-connect-button')?.signMessage('asked')
          Object.assign(ask, { signing })
        }
        document.body.append(ask)
      })
      await second.page.getByRole('button', { name: 'Ask' }).click()
      await expect.poll(() => wallet.prompts.filter(({ kind }) => kind === 'sign').length).toBe(2)
      wallet.openPrompts.at(-1)?.approve()
      expect(
        await second.page
          .getByRole('button', { name: 'Ask' })
          .evaluate((node) => (node as unknown as { signing: unknown }).signing),
      ).toHaveLength(5)
    },
  )

  it('AX02: a tab that nobody uses waits for the prompt of the other one', async () => {
    const { wallet, first, second } = await openTabs()
    const signed = call(first, 'signMessage', 'one')
    const prompt = await wallet.nextPrompt('sign')
    const waiting = call(second, 'signMessage', 'two')
    await second.page.waitForTimeout(500)
    expect(wallet.openPrompts).toHaveLength(1)
    prompt.approve()
    ;(await wallet.nextPrompt('sign')).approve()
    expect([await signed, await waiting]).toEqual(['done', 'done'])
  })

  const step = fc.record({
    tab: fc.constantFrom(0, 1),
    kind: fc.constantFrom('switch', 'sign', 'lock', 'reload', 'disconnect'),
    isApproved: fc.boolean(),
    chain: fc.constantFrom(SEPOLIA, MAIN),
  })
  const sequences = fc.sample(fc.array(step, { minLength: 2, maxLength: 5 }), {
    numRuns: SEQUENCES,
    seed: 23,
  })
  it(`forget nobody and settle everything in ${SEQUENCES} random sequences`, {
    timeout: 60_000 + SEQUENCES * 2_000,
  }, async () => {
    const { wallet, tabs } = await openTabs('always')
    for (const [at, steps] of sequences.entries()) {
      const what = `sequence ${at}: ${JSON.stringify(steps)}`
      for (const tab of tabs) {
        if ((await read(tab)).status !== 'connected') await tab.page.reload()
        await untilStatus(tab.page, 'connected').catch(() => expect.fail(what))
        await tab.page.evaluate(() => window.eventsHeard.splice(0))
      }
      let isRefused = false
      const answers = steps.map(({ isApproved }) => isApproved)
      wallet.setApprove((prompt: StarknetPrompt) => {
        const isApproved = prompt.kind === 'unlock' || (answers.shift() ?? true)
        if (!isApproved && prompt.kind === 'connect') isRefused = true
        return isApproved
      })
      const results = steps.map(async ({ tab: index, kind, chain }) => {
        const tab = tabs[index] as Shop
        if (kind === 'switch') return call(tab, 'switchChain', { chainId: chain })
        if (kind === 'sign') return call(tab, 'signMessage', 'Hello')
        if (kind === 'disconnect') return call(tab, 'disconnect')
        if (kind === 'lock') wallet.lock()
        if (kind === 'reload') await tab.page.reload()
        return 'done'
      })
      // A reload ends the page's own calls.
      await Promise.all(results.map((result) => result.catch(() => 'gone')))
      wallet.unlock()
      const isLeft = isRefused || !wallet.allowed || steps.some(({ kind }) => kind === 'disconnect')
      for (const tab of tabs) {
        const given = await reasons(tab)
        if (!steps.some(({ kind }) => kind === 'disconnect')) expect(given, what).not.toContain('user')
        if (!isLeft) {
          expect(given, what).toEqual([])
          await untilStatus(tab.page, 'connected').catch(() => expect.fail(what))
          await untilChain(tab, `starknet:${wallet.chain}`).catch(() => expect.fail(what))
        }
      }
      wallet.setApprove('always')
      wallet.allow()
      const [first] = tabs
      await first.page.evaluate(() =>
        document.querySelector('wallet-connect-button')?.connect({ walletId: 'argentX' }),
      )
    }
  })
})
