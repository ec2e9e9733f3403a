import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const LOADED = 'TRPC_BROWSER::POPUP_LOADED'
const HOST = 'https://web.ready.co'
const OLD_HOST = 'https://web.argent.xyz'

beforeEach(() => {
  vi.useFakeTimers()
  // The page has been open for a while.
  vi.advanceTimersByTime(60_000)
  vi.resetModules()
})
afterEach(() => void vi.useRealTimers())

/** Opens a port to a window and keeps its posts; timers and clock are the test's. */
async function open(origins = [HOST, OLD_HOST]) {
  const { createPort } = await import('../../../../../src/platform/window-port.js')
  const { WalletError } = await import('../../../../../src/errors/wallet-error.js')
  const posts: [message: unknown, target: string][] = []
  const heard: unknown[] = []
  const ends: string[] = []
  let isGone = false
  let closes = 0
  let listener = (_: MessageEvent) => {}
  const port = createPort({
    source: {
      view: { postMessage: (message: unknown, target: string) => posts.push([message, target]) } as never,
      since: performance.now(),
      fleeting: true,
      listen: (next) => {
        listener = next
      },
      isGone: () => isGone,
      explain: () => new WalletError('popup_closed'),
      close: () => {
        closes++
      },
    },
    origins,
    loadSignal: LOADED,
    loadTimeout: 15_000,
    onMessage: (message) => heard.push(message),
    onEnd: ({ code }) => ends.push(code),
  })
  const say = (data: unknown, origin = HOST, more: object = {}) =>
    listener({ data, origin, isTrusted: true, ports: [], ...more } as never)
  return {
    port,
    posts,
    heard,
    ends,
    say,
    closes: () => closes,
    go() {
      isGone = true
    },
  }
}

it('a port posts nothing before the load signal, and then to exactly the origin of that signal (D04)', async () => {
  const { port, posts, say } = await open()
  port.post('early')
  say(LOADED, 'https://evil.example')
  port.post('still early')
  expect(posts).toEqual([])
  say(LOADED, OLD_HOST)
  await port.loaded()
  port.post('now')
  expect(posts).toEqual([['now', OLD_HOST]])
})

it('a port hears only the origin that has loaded, not other accepted origins', async () => {
  const { heard, say } = await open()
  say(LOADED)
  say('one')
  say('two', OLD_HOST)
  say('three', 'https://evil.example')
  say('four', 'null')
  say('five', HOST, { isTrusted: false })
  expect(heard).toEqual(['one'])
})

it('a port accepts the load signal at 14.9 s, and not at 15.1 s (D09)', async () => {
  const early = await open()
  await vi.advanceTimersByTimeAsync(14_900)
  early.say(LOADED)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(early.ends).toEqual([])
  const late = await open()
  await vi.advanceTimersByTimeAsync(15_100)
  late.say(LOADED)
  expect(late.ends).toEqual(['popup_load_timeout'])
  await expect(late.port.loaded()).rejects.toMatchObject({ code: 'popup_load_timeout' })
})

it('a port notices within 300 ms that its window is gone, reports it once, and leaves no timer (D07)', async () => {
  const { port, ends, go, say, closes } = await open()
  say(LOADED)
  await vi.advanceTimersByTimeAsync(1_000)
  go()
  await vi.advanceTimersByTimeAsync(300)
  expect(ends).toEqual(['popup_closed'])
  expect(closes()).toBe(1)
  say('late')
  port.post('late')
  expect(vi.getTimerCount()).toBe(0)
})

it('a port closes the message ports that come with a message of the window (D23)', async () => {
  const { say } = await open()
  const close = vi.fn()
  say('one', HOST, { ports: [{ close }] })
  say('two', 'https://evil.example', { ports: [{ close }] })
  expect(close).toHaveBeenCalledTimes(1)
})

it('a port waits for the load signal again after its window was sent to another page', async () => {
  const { port, posts, say } = await open()
  say(LOADED)
  port.reset()
  port.post('lost')
  expect(posts).toEqual([])
  say(LOADED)
  port.post('there')
  expect(posts).toEqual([['there', HOST]])
})

it('a port reports a window that was gone or late before it existed only when its caller has it', async () => {
  for (const code of ['popup_closed', 'popup_load_timeout']) {
    const { createPort } = await import('../../../../../src/platform/window-port.js')
    const { WalletError } = await import('../../../../../src/errors/wallet-error.js')
    const ends: unknown[] = []
    const port = createPort({
      source: {
        view: null,
        since: performance.now() - 15_000,
        fleeting: true,
        listen() {},
        isGone: () => code === 'popup_closed',
        explain: () => new WalletError('popup_closed'),
        close() {},
      },
      origins: [HOST],
      loadSignal: LOADED,
      loadTimeout: 15_000,
      onMessage() {},
      onEnd: (error) => ends.push(error.code, port.ended),
    })
    await expect(port.loaded()).rejects.toMatchObject({ code })
    expect(ends).toEqual([code, true])
  }
})
