// @vitest-environment happy-dom
import { describe, expect, test, vi } from 'vitest'

vi.hoisted(() => vi.useFakeTimers())

import { ModalControl } from '../../../src/element/modal-control.js'
import { PARTS } from '../../../src/element/parts.js'
import type { ModalOptions } from '../../../src/element/view-contract.js'
import { createClient, createDevice, createWallet, outcome, pass } from '../client/fixture.js'

/** Creates a control with a view that does `first` the first time, and draws from then on. */
function createControl(first: (options: ModalOptions) => void) {
  const setup = createClient(createDevice(createWallet('One'), createWallet('Two')))
  const { client } = setup
  const dispatched: string[] = []
  const shared = { client, elements: new Set(), used: null }
  let count = 0
  const control = new ModalControl(
    { ...shared, dispatch: (name: string) => dispatched.push(name) } as never,
    {
      mountButton: () => () => {},
      createList: (options) => ({
        prepare() {},
        show: () => (count++ === 0 ? first(options) : options.move('shown')),
        update() {},
        end() {},
      }),
    },
  )
  client.subscribe(() => control.update())
  return { ...setup, control, dispatched }
}

const ways: [string, (options: ModalOptions) => void][] = [
  [
    'throws at once',
    () => {
      throw new TypeError('dialog.showModal is not a function')
    },
  ],
  ['fails while it is drawn', ({ fail }) => queueMicrotask(() => fail(new Error('drawn')))],
  [
    'fails once it is there',
    ({ move, fail }) => {
      move('shown')
      queueMicrotask(() => queueMicrotask(() => fail(new Error('later'))))
    },
  ],
]

describe.each(ways)('a list that %s (Y01)', (_, first) => {
  test('makes connect() reject, tells the page, and is shown by the next call', async () => {
    const { client, control, details, dispatched } = createControl(first)
    const connecting = client.connect()
    expect(await outcome(connecting)).toBe('view_failed')
    expect(client.getState()).toMatchObject({ open: false, phase: 'ready', status: 'idle' })
    expect(details('error')).toMatchObject([{ code: 'view_failed', error: { cause: expect.any(Error) } }])
    const shown = dispatched.length
    void client.connect()
    await pass()
    await control.untilShown()
    expect(dispatched.slice(shown)).toEqual(['wallet_modal_opened'])
    client.pick('com.one')
    await pass()
    expect(client.getState().status).toBe('connected')
  })
})

test('an attempt whose wallet was asked goes on without the list that was lost (BR09)', async () => {
  let lose: (error: unknown) => void = () => {}
  const { client, control, details } = createControl(({ move, fail }) => {
    move('shown')
    lose = fail
  })
  const connecting = outcome(client.connect())
  client.pick('com.one')
  lose(new Error('the renderer is lost'))
  expect(client.getState().open).toBe(false)
  await pass()
  expect(await connecting).toHaveProperty('wallet')
  expect(client.getState().status).toBe('connected')
  expect(details('error')).toEqual([])
  client.open()
  await control.untilShown()
})

test.each(ways.slice(0, 2))('open() rejects when the list %s, and shows it later (Y01)', async (_, first) => {
  const { client, control, details } = createControl(first)
  client.open()
  expect(await outcome(control.untilShown())).toBe('view_failed')
  expect(client.getState()).toMatchObject({ open: false, phase: 'ready' })
  expect(details('error')).toHaveLength(1)
  client.open()
  await control.untilShown()
  expect(client.getState().open).toBe(true)
})

describe('the list that is drawn before the click', () => {
  const prepare = (
    wallets: string[],
    mode: string,
    begin?: (client: ReturnType<typeof createClient>['client']) => unknown,
  ) => {
    const { client } = createClient(createDevice(...wallets.map((name) => createWallet(name))))
    const prepareList = vi.fn()
    const control = new ModalControl(
      { client, elements: new Set(), used: null, dispatch: () => true } as never,
      {
        mountButton: () => () => {},
        createList: () => ({ prepare: prepareList, show() {}, update() {}, end() {} }),
      },
    )
    client.discover()
    begin?.(client)
    control.prepare({
      mode,
      label: '',
      closest: () => ({ lang: '' }),
      matches: () => false,
      [PARTS]: {},
    } as never)
    return prepareList
  }

  test('is wanted where a click will show one: two wallets, or a page that always asks', () => {
    expect(prepare(['One', 'Two'], 'canAsk')).toHaveBeenCalledOnce()
    expect(prepare(['One'], 'alwaysAsk')).toHaveBeenCalledOnce()
  })

  test('is not wanted where the only wallet may be connected without one, nor while one is being connected', () => {
    expect(prepare(['One'], 'canAsk')).not.toHaveBeenCalled()
    expect(prepare(['One', 'Two'], 'canAsk', (client) => client.pick('com.one'))).not.toHaveBeenCalled()
  })
})
