// @vitest-environment happy-dom
import '../client/fake-timers.js'

import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { WalletConnectButton } from '../../../src/element/button-api.js'
import { getWalletSource } from '../../../src/react/wallet-source.js'
import { pass } from '../client/fixture.js'
import { World } from './page-world.js'

/** A long run sets more of them. */
const RUNS = Number(process.env.MODEL_RUNS ?? 60)
const SEED = process.env.MODEL_SEED

const buttonOf = (element: WalletConnectButton) => element.shadowRoot?.querySelector('button')

/** What may happen to an element. */
const TO_ELEMENT: Record<string, (element: WalletConnectButton, world: World) => unknown> = {
  'is inserted': (element) => element.isConnected || document.body.append(element),
  'is removed': (element) => element.remove(),
  'is moved': (element) => element.isConnected && document.body.prepend(element),
  'is adopted': (element) => {
    if (!element.isConnected) return
    element.remove()
    Reflect.get(element, 'adoptedCallback').call(element)
    document.body.append(element)
  },
  'joins the first store': (element, { names }) => Object.assign(element, { store: names[0] }),
  'joins the second store': (element, { names }) => Object.assign(element, { store: names[1] }),
  'gets a label': (element) => Object.assign(element, { label: element.label ? '' : 'Go' }),
  'is enabled or disabled': (element) => element.toggleAttribute('disabled'),
  'is pointed at': (element) => element.dispatchEvent(new Event('pointerenter')),
  'gets the focus': (element) => element.dispatchEvent(new Event('focusin')),
  'is clicked': (element) => element.isConnected && buttonOf(element)?.click(),
  'is called': (element) => void (element.isConnected && element.connect().catch(() => {})),
  'is disconnected': (element) => void (element.isConnected && element.disconnect().catch(() => {})),
}
/** What may happen to the page. */
const TO_PAGE: Record<string, (world: World) => unknown> = {
  'the next part is slow': (world) => Object.assign(world, { fate: 'slow' }),
  'the next part is lost': (world) => Object.assign(world, { fate: 'lost' }),
  'a part comes': ({ held }) => held.shift()?.(),
  'the wallet is chosen': ({ stores }) => {
    for (const { client } of stores.values()) if (client.getState().phase === 'choosing') client.pick('own')
  },
  'the visitor approves': ({ wallet }) => wallet.approve(),
  'the visitor refuses': ({ wallet }) => wallet.waiting.shift()?.reject({ code: 4001 }),
  'half a second passes': () => pass(500),
  'a second passes': () => pass(1_000),
  'a component follows or leaves': (world) => world.hook(world.names[0]),
  'a component connects': ({ names, isFollowed }) =>
    void (
      isFollowed(names[0]) &&
      getWalletSource(names[0])
        .get()
        .connect()
        .catch(() => {})
    ),
  'the page is loaded again': (world) => world.reload(),
  'all is quiet': (world) => checkQuiet(world),
}

type Step = readonly [target: 0 | 1 | null, name: string]
const STEP: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom<0 | 1>(0, 1), fc.constantFrom(...Object.keys(TO_ELEMENT))),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constant(null), fc.constantFrom(...Object.keys(TO_PAGE))) },
)

/** Each element shows what its store says, who has left is in no store, and nobody's attempt goes on. */
async function checkQuiet(world: World): Promise<void> {
  await world.rest()
  const { elements, stores, isFollowed, wallet } = world
  for (const [name, { client, elements: inside, used }] of stores) {
    const here = elements.filter((element) => element.isConnected && element.store === name)
    expect(new Set(inside), name).toEqual(new Set(here))
    expect([null, ...here], 'the element in use is here').toContain(used)
    expect(client.getState().status, name).not.toBe('connecting')
  }
  expect(wallet.waiting.filter(({ request }) => !request.signal.aborted)).toEqual([])
  for (const element of elements.filter(({ isConnected }) => isConnected)) {
    const button = buttonOf(element)
    const status = stores.get(element.store)?.client.getState().status ?? 'idle'
    const texts = [status === 'connected' ? '0x' : element.label || 'Connect wallet']
    if (world.hasLost && status === 'idle') texts.push('Not loaded. Try again')
    const shown = `${button?.textContent}`
    expect(
      texts.some((text) => shown.includes(text)),
      `${shown} ${status}`,
    ).toBe(true)
    expect(element.shadowRoot?.querySelector('[part=spinner],[aria-busy=true]'), 'busy').toBe(null)
    expect(element.dataset.status, status).toBe(status === 'idle' ? undefined : status)
    if (!element.matches(':disabled')) await checkClick(world, element)
  }
  // Nobody is left in a store: what is begun there ends.
  for (const [name, { client }] of stores) {
    const here = elements.filter((element) => element.isConnected && element.store === name)
    const [last] = here
    if (here.length !== 1 || !last || last.disabled || client.getState().status !== 'idle') continue
    if (isFollowed(name)) continue
    buttonOf(last)?.click()
    await pass(50)
    last.remove()
    await pass(1_100)
    expect([client.getState().open, client.getState().phase], 'who has left asks on').toEqual([
      false,
      'ready',
    ])
    document.body.append(last)
  }
  // A click has told the others that the part is there.
  world.hasLost &&= elements.some(({ disabled }) => disabled)
}

/** A click on a button works. */
async function checkClick(world: World, element: WalletConnectButton): Promise<void> {
  const { stores, menus } = world
  menus.clear()
  buttonOf(element)?.click()
  await pass(500)
  const client = stores.get(element.store)?.client
  const { status, open } = client?.getState() ?? {}
  expect(status === 'connected' ? menus.has(element) : open, `a click on ${status}`).toBe(true)
  expect(buttonOf(element)?.textContent).not.toBe('Not loaded. Try again')
  client?.dismiss()
  await pass(500)
}

beforeAll(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterAll(() => void vi.restoreAllMocks())

it('whatever happens to the elements of a page, each shows what its store says, and works (F02, X01, X02, X03)', async () => {
  let steps = 0
  const run = async (sequence: readonly Step[]) => {
    const world = new World()
    try {
      for (const element of world.elements) document.body.append(element)
      for (const [target, name] of sequence) {
        steps++
        if (target === null) await TO_PAGE[name]?.(world)
        else await TO_ELEMENT[name]?.(world.elements[target] as WalletConnectButton, world)
        await pass(0)
      }
      await checkQuiet(world)
    } finally {
      world.leave()
      vi.clearAllTimers()
    }
  }
  const sequences = fc.array(STEP, { minLength: 1, maxLength: 30, size: 'max' })
  await fc.assert(fc.asyncProperty(sequences, run), { numRuns: RUNS, ...(SEED && { seed: Number(SEED) }) })
  if (process.env.MODEL_RUNS) console.log(`${steps} steps`)
}, 3_600_000)
