import '../../../client/fake-timers.js'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { askKind, createWalletWindow } from '../../../../../src/connectors/evm/coinbase/window.js'
import { WalletError } from '../../../../../src/errors/wallet-error.js'
import type { Popup } from '../../../../../src/platform/popup.js'
import type { Message } from '../../../../../src/platform/trusted-message.js'

const ORIGIN = 'https://keys.example'
const GREETING = { version: '1', metadata: {}, preference: {} }
const pass = () => vi.advanceTimersByTimeAsync(200)

const ends: (() => void)[] = []

beforeEach(() => void vi.stubGlobal('location', new URL('https://shop.example/cart')))
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  await pass()
  expect(vi.getTimerCount()).toBe(0)
})

/** A popup of the wallet's page that does what the test says. */
function createPopup() {
  const posts: { requestId?: string; id?: string }[] = []
  const view = { closed: false, location: { href: ORIGIN }, focus: vi.fn() }
  let hear = (_: Message) => {}
  const popup = {
    view: Object.assign(view, { postMessage: (message: object) => posts.push(message) }),
    since: performance.now(),
    listen: (listener: typeof hear) => {
      hear = listener
    },
    navigate() {},
    close: vi.fn(),
  }
  const say = (data: unknown, origin = ORIGIN) => hear({ data, origin, ports: [], isTrusted: true })
  return { popup: popup as never as Popup, view, posts, say, close: popup.close }
}

/** The window of a wallet whose popup a click has opened, or opens later. */
function open(isClicked = true) {
  const opened: ReturnType<typeof createPopup>[] = []
  const create = () => {
    opened.unshift(createPopup())
    return opened[0]?.popup as Popup
  }
  const onCodeWanted = vi.fn()
  const options = {
    open: Object.assign(create, { origin: ORIGIN }),
    popup: isClicked ? create() : null,
    origin: ORIGIN,
  }
  const window = createWalletWindow({ ...options, greeting: GREETING, onCodeWanted })
  ends.push(() => window.end(new WalletError('session_ended')))
  return { window, opened, onCodeWanted, last: () => opened[0] as ReturnType<typeof createPopup> }
}

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    ({ code }) => code,
  )

it('greets the wallet’s page, and gives each request its own answer once', async () => {
  const { window, last, onCodeWanted } = open()
  const kind = askKind(window, { options: 'all' })
  await pass()
  last().say({ event: 'PopupLoaded', id: 'hello' })
  await pass()
  expect(last().posts).toMatchObject([
    { requestId: 'hello', data: { ...GREETING, location: 'https://shop.example/cart' } },
    { event: 'selectSignerType' },
  ])
  last().say({ requestId: last().posts[1]?.id, data: 'scw' })
  expect(await kind).toBe('scw')
  const request = { id: 'one' }
  const answer = window.postRequestAndWaitForResponse(request)
  expect([last().posts.at(-1), window.asked]).toEqual([request, request])
  for (const data of ['first', 'second']) last().say({ requestId: 'one', data })
  expect(await answer).toMatchObject({ data: 'first' })
  last().say({ event: 'WalletLinkSessionRequest' })
  expect(onCodeWanted).toHaveBeenCalledOnce()
})

it('takes nothing from another origin, and no kind that it does not know', async () => {
  const { window, last } = open()
  const kind = codeOf(askKind(window, {}))
  await pass()
  last().say({ event: 'PopupLoaded', id: 'hello' }, 'https://evil.example')
  await pass()
  expect(last().posts).toEqual([])
  last().say({ event: 'PopupLoaded', id: 'hello' })
  await pass()
  last().say({ requestId: last().posts[1]?.id, data: 'other' })
  expect(await kind).toBe('wallet_malformed')
})

it('opens no other window in the place of the click’s own, and one for each request once the wallet is connected', async () => {
  const { window, opened, last } = open()
  await pass()
  last().say({ event: 'PopupUnload' })
  expect(await codeOf(window.waitForPopupLoaded())).toBe('popup_closed')
  expect(opened).toHaveLength(1)
  window.settle()
  const loaded = window.waitForPopupLoaded()
  await pass()
  last().say({ event: 'PopupLoaded' })
  expect([(await loaded) === (last().view as unknown), opened.length]).toEqual([true, 2])
  // Closed in this task, which no check has seen yet.
  last().view.closed = true
  void codeOf(window.waitForPopupLoaded())
  expect(opened).toHaveLength(3)
  void codeOf(window.waitForPopupLoaded())
  expect([opened.length, last().view.focus.mock.calls.length]).toEqual([3, 1])
})

it.each(['giveUp', 'end'] as const)('%s closes the window, and rejects what is open', async (method) => {
  const { window, opened, last } = open(false)
  const loading = window.waitForPopupLoaded()
  await pass()
  last().say({ event: 'PopupLoaded' })
  await loading
  const answer = codeOf(window.postRequestAndWaitForResponse({ id: 'one' }))
  window.focus()
  expect(last().view.focus).toHaveBeenCalledOnce()
  window[method](new WalletError('request_given_up'))
  expect([await answer, last().close.mock.calls.length]).toEqual(['request_given_up', 1])
  expect(await codeOf(window.postRequestAndWaitForResponse({ id: 'two' }))).toBe('request_given_up')
  const next = codeOf(window.waitForPopupLoaded())
  await pass()
  if (method === 'giveUp') last().say({ event: 'PopupLoaded' })
  expect([await next, opened.length]).toEqual(method === 'end' ? ['request_given_up', 1] : ['answered', 2])
})
