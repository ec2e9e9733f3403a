import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useChromium } from '../../counterparts/chromium-hooks.js'
import { type PageServer, startPageServer } from '../../counterparts/servers.js'

const open = useChromium()
let server: PageServer
beforeAll(async () => {
  server = await startPageServer()
  server.page('/', '<!doctype html><title>Ledger</title>')
  server.route('/stream', { hang: true })
})
afterAll(() => server.stop())

describe('the ledger of a page', () => {
  it('SO3: counts listeners that stay, and none that were removed, aborted, added twice or used up', async () => {
    const opened = await open({ url: server.origin })
    const before = await opened.ledger()
    await opened.page.evaluate(() => {
      const stays = () => {}
      window.addEventListener('resize', stays)
      window.addEventListener('resize', stays)
      matchMedia('print').addEventListener('change', stays)
      const removed = () => {}
      document.addEventListener('keydown', removed, true)
      document.removeEventListener('keydown', removed, { capture: true })
      const end = new AbortController()
      addEventListener('focus', () => {}, { signal: end.signal })
      end.abort()
      addEventListener('used', () => {}, { once: true })
      dispatchEvent(new Event('used'))
    })
    const after = await opened.ledger()
    expect(before.listeners).toEqual({})
    expect(after.listeners).toEqual({ 'window resize': 1, 'MediaQueryList change': 1 })
  })

  it('SO4: counts timers, intervals and frames until they have run or were cleared', async () => {
    const { page, ledger } = await open({ url: server.origin })
    await page.evaluate(() => {
      Object.assign(window, { one: setTimeout(() => {}, 60_000), two: setInterval(() => {}, 60_000) })
      clearTimeout(setTimeout(() => {}, 60_000))
      return new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => resolve(null)), 1))
    })
    expect(await ledger()).toMatchObject({ timeouts: 1, intervals: 1, frames: 0 })
    await page.evaluate(() => {
      const { one, two } = window as unknown as { one: number; two: number }
      clearInterval(one)
      clearTimeout(two)
    })
    expect(await ledger()).toMatchObject({ timeouts: 0, intervals: 0 })
  })

  it('SO4: counts open sockets', async () => {
    const { page, ledger } = await open({ url: server.origin })
    await page.evaluate((url) => {
      Object.assign(window, { source: new EventSource(url) })
    }, `${server.origin}/stream`)
    expect((await ledger()).sockets).toBe(1)
    await page.evaluate(() => (window as unknown as { source: EventSource }).source.close())
    expect((await ledger()).sockets).toBe(0)
  })

  it('SO6, SO7: names new globals, keys on built-in prototypes and stored keys', async () => {
    const { page, ledger } = await open({ url: server.origin })
    await page.evaluate(() => {
      Object.assign(window, { added: 1, [Symbol.for('added.1')]: 1 })
      Object.assign(Array.prototype, { last: 1 })
      localStorage.setItem('kept', '1')
    })
    expect(await ledger()).toMatchObject({
      globals: ['added', 'Symbol(added.1)'],
      prototypes: ['Array.prototype.last'],
      storageKeys: ['kept'],
    })
  })

  it('records where messages of the page may go', async () => {
    const { page } = await open({ url: server.origin })
    await page.evaluate((origin) => {
      postMessage('one', origin)
      postMessage({}, { targetOrigin: '*' })
    }, server.origin)
    expect(await page.evaluate(() => window.pageLedger.posts())).toEqual([
      { targetOrigin: server.origin, type: 'string' },
      { targetOrigin: '*', type: 'object' },
    ])
  })
})
