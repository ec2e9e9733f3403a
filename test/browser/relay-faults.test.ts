import { createServer } from 'node:net'
import { type Hex, recoverMessageAddress } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestPage } from '../counterparts/chromium.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { stopClock } from '../counterparts/page-clock.js'
import { type Relay, startRelay } from '../counterparts/relay.js'
import { type Phone, type PhoneOptions, startPhone } from '../counterparts/relay-phone.js'
import { createEvmApp } from '../counterparts/relay-phone-evm.js'
import { type RelaySite, startRelaySite } from '../counterparts/relay-site.js'
import {
  ask,
  begin,
  codeOn,
  createVisit,
  heard,
  pair,
  read,
  scan,
  untilStatus,
} from '../counterparts/relay-visitor.js'

const open = useChromium()
let site: RelaySite
let relay: Relay
const phones: Phone[] = []
const [first] = createEvmApp({ nodes: {} }).addresses as [Hex, Hex]

beforeAll(async () => {
  ;[site, relay] = await Promise.all([startRelaySite(), startRelay()])
})
afterEach(async () => {
  for (const name of Object.keys(relay.faults)) delete relay.faults[name as keyof typeof relay.faults]
  await relay.start()
  for (const phone of phones.splice(0)) await phone.stop()
})
afterAll(() => Promise.all([site?.stop(), relay?.stop()]))

async function startApp(options: Partial<PhoneOptions> = {}): Promise<Phone> {
  const app = createEvmApp({ nodes: { 1: 'http://127.0.0.1:1', 10: 'http://127.0.0.1:1' } })
  const phone = await startPhone({ relayUrl: relay.url, ...app, ...options })
  phones.push(phone)
  return phone
}

const visitShop = createVisit(open, () => site)
const visit = (attributes: Record<string, string> = {}, options = {}) =>
  visitShop({ chains: 'eip155:1', 'relay-url': relay.url, ...attributes }, options)

const failure = ({ page }: TestPage) => page.locator('wallet-connect-modal #text')
const retry = ({ page }: TestPage) => page.locator('wallet-connect-modal button.main')
const EXPIRED = 'WalletConnect did not answer.'

/** Makes a signature, and checks that it is the first account's. */
async function expectToSign({ page }: TestPage, message: string): Promise<void> {
  const signature = await ask<Hex>(page, 'signMessage', message)
  expect(await recoverMessageAddress({ message, signature })).toBe(first)
}

const calm = (test: TestPage) => {
  expect(test.errors).toEqual([])
  expect(test.violations).toEqual([])
}

describe('a relay that cannot be reached', () => {
  it('fails within 10 s with a way to continue, when it refuses, is silent, rejects or closes (C01, C02, C03, C22)', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    const refusing = await startRelay()
    refusing.faults.upgrade = 403
    const deaf = await startRelay()
    deaf.faults.refuse = ['wc_proposeSession']
    const closing = await startRelay()
    closing.faults.close = { code: 4_010 }
    await relay.stop()
    const urls = {
      refused: relay.url,
      silent: `ws://127.0.0.1:${(silent.address() as { port: number }).port}`,
      refusing: refusing.url,
      deaf: deaf.url,
      closing: closing.url,
    }
    const addresses = Object.values(urls)
    const tests = await Promise.all(addresses.map((url) => visit({ 'relay-url': url })))
    const seen = await Promise.all(
      tests.map(async (test, index) => {
        const url = addresses[index]
        const { page } = test
        const heardAt = () =>
          page.evaluate(() => (window as unknown as { heardAt: Record<string, number> }).heardAt)
        await page.clock.install()
        await page.reload()
        await begin(page)
        // The ten seconds are those of the page's clock. It hardly moves until the page's code is there and has the relay's answer.
        await stopClock(page)
        const hasFailed = async () => 'error' in (await heardAt())
        await expect
          .poll(
            async () => {
              await page.clock.runFor(20)
              return url === closing.url ? hasFailed() : test.requests.some((asked) => asked.startsWith('ws'))
            },
            { timeout: 60_000 },
          )
          .toBe(true)
        const { connecting = 0 } = await heardAt()
        const passed = (await page.evaluate(() => performance.now())) - connecting
        await page.clock.runFor(Math.max(0, 9_999 - passed))
        await expect.poll(hasFailed).toBe(true)
        const { error = Number.POSITIVE_INFINITY } = await heardAt()
        await page.clock.resume()
        const isShown = await failure(test)
          .filter({ hasText: /^The connection service cannot be reached|^This page is not set up correctly/ })
          .waitFor()
          .then(() => true)
        calm(test)
        const [name, detail] = (await heard(test.page)).at(-1) ?? []
        return { isShown, isInTime: error - connecting < 10_000, name, code: detail?.code }
      }),
    )
    const told = { isShown: true, isInTime: true, name: 'error', code: 'connection_rejected' }
    expect(Object.fromEntries(Object.keys(urls).map((name, index) => [name, seen[index]]))).toEqual({
      refused: told,
      silent: told,
      refusing: told,
      deaf: told,
      // The error says what to change, and the relay is not asked again.
      closing: { ...told, code: 'config_invalid' },
    })
    expect(closing.opened).toBeLessThanOrEqual(4)
    await relay.start()
    await retry(tests[0] as TestPage).click()
    await pair(tests[0] as TestPage, await startApp())
    silent.close()
    await Promise.all([refusing.stop(), deaf.stop(), closing.stop()])
  })

  it('after the code is shown is reported, and the same code still works later (C04)', async () => {
    const phone = await startApp()
    const test = await visit()
    const uri = await scan(test)
    await relay.stop()
    await test.page.getByRole('status').getByText('Reconnecting').waitFor()
    await relay.start()
    await test.page.getByRole('status').getByText('Waiting for your wallet').waitFor({ timeout: 10_000 })
    expect(await scan(test)).toBe(uri)
    await phone.pair(uri)
    await untilStatus(test.page, 'connected')
    calm(test)
  })

  it('between approval and delivery delays the session, which is then received once (C05)', async () => {
    const phone = await startApp()
    const test = await visit()
    relay.faults.hold = [1_101, 1_102]
    const uri = await scan(test)
    const pairing = phone.pair(uri)
    await expect.poll(() => relay.calls.some(({ method }) => method === 'wc_approveSession')).toBe(true)
    await relay.stop()
    relay.faults.hold = []
    relay.release()
    await relay.start()
    await untilStatus(test.page, 'connected')
    await pairing
    expect((await heard(test.page)).filter(([name]) => name === 'connected')).toHaveLength(1)
    calm(test)
  })

  it('while a signature is pending answers it once after a restart, and was asked once (C06)', async () => {
    let answer = (_: boolean) => {}
    const phone = await startApp({ onRequest: () => new Promise((resolve) => (answer = resolve)) })
    const test = await visit()
    await pair(test, phone)
    const asked = phone.untilRequest('personal_sign')
    const signing = ask<Hex>(test.page, 'signMessage', 'across a restart')
    await asked
    await relay.stop()
    await relay.start()
    await expect.poll(() => relay.sockets, { timeout: 10_000 }).toBe(2)
    answer(true)
    expect(await recoverMessageAddress({ message: 'across a restart', signature: await signing })).toBe(first)
    expect(phone.requests).toHaveLength(1)
    calm(test)
  })

  it('is tried at once when the device is online again, with one socket (C23)', async () => {
    const phone = await startApp()
    const test = await visit()
    await pair(test, phone)
    await test.context.setOffline(true)
    await test.page.waitForFunction(() => !navigator.onLine)
    relay.drop()
    await test.context.setOffline(false)
    await expectToSign(test, 'online')
    expect(relay.sockets).toBeLessThanOrEqual(2)
    calm(test)
  })
})

describe('time during a relay session', () => {
  it('expires a code, which is replaced ten times and then fails (C09)', async () => {
    const test = await visit({}, {})
    const { page } = test
    await page.clock.install()
    await page.reload()
    const codes = new Set([await scan(test)])
    for (let renewal = 1; renewal <= 10; renewal += 1) {
      await page.clock.fastForward('05:01')
      await expect
        .poll(
          async () =>
            codes.add(
              await page.evaluate(
                () =>
                  (
                    document.querySelector('wallet-connect-button') as never as {
                      state: { attempt: { uri: string } }
                    }
                  ).state.attempt.uri,
              ),
            ).size,
        )
        .toBe(renewal + 1)
    }
    await page.getByRole('status').getByText('This is a new code.').waitFor()
    await page.clock.fastForward('05:01')
    await failure(test).filter({ hasText: EXPIRED }).waitFor()
    calm(test)
  })

  it('may jump by a day and back while a code is on screen, without an error or a negative time (C20)', async () => {
    const phone = await startApp()
    const test = await visit()
    await test.page.clock.install()
    await test.page.reload()
    const uri = await scan(test)
    for (const jump of [600_000, -600_000, -86_400_000]) {
      await test.page.clock.setSystemTime(Date.now() + jump)
      await test.page.clock.runFor(1_000)
      // The remaining time is shown in the last half minute.
      for (const time of await test.page.getByRole('timer').allInnerTexts()) expect(time).toMatch(/0:\d\d$/)
    }
    await phone.pair(uri)
    await untilStatus(test.page, 'connected')
    calm(test)
  })

  it('expires a session while the tab sleeps, which is disconnected without noise on waking (C14)', async () => {
    const phone = await startApp()
    const test = await visit()
    await test.page.clock.install()
    await test.page.reload()
    await pair(test, phone)
    await test.page.clock.setSystemTime(Date.now() + 8 * 86_400_000)
    await test.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await untilStatus(test.page, 'idle')
    expect((await heard(test.page)).at(-1)).toEqual([
      'disconnected',
      { walletId: 'walletConnect', namespace: 'eip155', reason: 'expired' },
    ])
    calm(test)
  })

  it('ends a request that nobody answers after five minutes (C25)', async () => {
    const phone = await startApp({ onRequest: () => new Promise(() => {}) })
    const test = await visit()
    await test.page.clock.install()
    await test.page.reload()
    await pair(test, phone)
    const asked = phone.untilRequest('personal_sign')
    const signing = ask(test.page, 'signMessage', 'never').catch((error) => String(error))
    await asked
    await test.page.clock.fastForward('05:05')
    expect(await signing).toContain('request_expired')
    calm(test)
  })
})

describe('a relay that answers with errors', () => {
  it('fails a request within 15 s, and never gets it later (C22)', async () => {
    const phone = await startApp()
    const test = await visit()
    const received: string[] = []
    test.page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => received.push(String(payload))),
    )
    await test.page.clock.install()
    await test.page.reload()
    await pair(test, phone)
    relay.faults.refuse = ['irn_publish']
    const asked = relay.calls.length
    const signing = ask(test.page, 'signMessage', 'lost').catch((error) => String(error))
    await expect.poll(() => relay.calls.slice(asked).some(({ tag }) => tag === 1_108)).toBe(true)
    // The client sends the request again every second. Without an answer the relay may have taken it, so each second begins
    // when the page has all refusals.
    const sent = () => relay.calls.slice(asked).filter(({ method }) => method === 'irn_publish').length
    const refused = () => received.filter((frame) => frame.includes('"error"')).length
    for (let second = 0; second < 15; second += 1) {
      await expect.poll(() => refused() >= sent()).toBe(true)
      await test.page.clock.fastForward('00:01')
    }
    expect(await signing).toContain('relay_unreachable')
    relay.faults.refuse = []
    await expectToSign(test, 'found')
    expect(phone.requests).toHaveLength(1)
    calm(test)
  })
})

describe('a page with relay wallets', () => {
  it('opens no socket and loads no relay client before a relay wallet is chosen (C26, G22)', async () => {
    const test = await visit({ wallets: 'walletConnect argentMobile', chains: 'eip155:1 starknet:SN_MAIN' })
    const count = () => test.requests.length
    await test.page.locator('wallet-connect-button').click()
    await test.page.locator('wallet-connect-modal [part~=wallet]').first().waitFor()
    const before = count()
    expect(test.requests.filter((url) => url.startsWith('ws'))).toEqual([])
    await test.page.getByText('WalletConnect').click()
    await codeOn(test.page).waitFor()
    expect(count()).toBeGreaterThan(before)
    expect(test.requests.filter((url) => url.startsWith('ws'))).toHaveLength(1)
    expect(test.requests.filter((url) => !/127\.0\.0\.1/.test(url))).toEqual([])
    calm(test)
  })

  it('withdraws a code when the modal is closed, and closes the socket (C10)', async () => {
    // A small window, in which the code has to shrink.
    const test = await visit({}, { width: 320, height: 560, colorScheme: 'dark' })
    await scan(test)
    await test.page.keyboard.press('Escape')
    await expect.poll(() => relay.sockets).toBe(0)
    expect((await heard(test.page)).at(-1)).toEqual(['modal_closed', { choice: null }])
    expect((await read(test.page)).status).toBe('idle')
    calm(test)
  })

  it('in two tabs: a disconnect in one reaches the other within a second (C24)', async () => {
    const phone = await startApp()
    const test = await visit()
    await pair(test, phone)
    const beside = await open({ url: test.page.url(), beside: test })
    await untilStatus(beside.page, 'connected')
    await beside.page.clock.install()
    await beside.page.reload()
    await untilStatus(beside.page, 'connected')
    // From here the other tab has one second, however long it takes.
    await stopClock(beside.page)
    await ask(test.page, 'disconnect')
    await beside.page.clock.runFor(1_000)
    await untilStatus(beside.page, 'idle')
    const left = () =>
      beside.page.evaluate(() => Object.keys(localStorage).filter((key) => /wcb|wc@2/.test(key)))
    await expect.poll(left).toEqual([])
    calm(test)
  })

  it('with a poisoned deep-link choice opens nothing, and neither does a wallet’s own redirect (C18, C19)', async () => {
    const spyOnOpen = () => {
      Object.assign(window, { opened: [] })
      window.open = (url) => {
        ;(window as unknown as { opened: unknown[] }).opened.push(String(url))
        return null
      }
    }
    const phone = await startApp({
      metadata: {
        name: 'Evil \u202egnp.exe',
        url: 'javascript:alert(1)',
        icons: ['https://evil.example/icon.png'],
        redirect: { native: 'javascript:alert(1)//', universal: 'https://evil.example/' },
      },
    })
    const test = await visit({}, { mobile: true, userAgent: 'iPhone', width: 390, initScripts: [spyOnOpen] })
    await begin(test.page)
    await test.page.getByRole('button', { name: 'Show QR code' }).click()
    await pair(test, phone)
    for (const href of ['https://evil.example', 'javascript:alert(1)//']) {
      await test.page.evaluate((target) => {
        const value = JSON.stringify({ href: target, name: 'Evil' })
        localStorage.setItem('WALLETCONNECT_DEEPLINK_CHOICE', value)
        const key = 'wc@2:client:0.3:wcb-evm//session'
        const sessions = JSON.parse(localStorage.getItem(key) as string)
        localStorage.setItem(key, JSON.stringify(sessions.map((one: object) => ({ ...one, wcbApp: target }))))
      }, href)
      await test.page.reload()
      await untilStatus(test.page, 'connected')
      await expectToSign(test, 'unharmed')
      expect(await test.page.evaluate(() => (window as unknown as { opened: string[] }).opened)).toEqual([])
      // The key belongs to the page or to another app, so we must not remove it.
      expect(await test.page.evaluate(() => localStorage.getItem('WALLETCONNECT_DEEPLINK_CHOICE'))).toContain(
        href,
      )
    }
    expect(test.requests.filter((url) => /evil/.test(url))).toEqual([])
    calm(test)
  })

  it('on a phone opens the chosen app within the tap, and opens it again for each request', async () => {
    const spyOnOpen = () => {
      Object.assign(window, { opened: [] })
      window.open = (url) => {
        const active = navigator.userActivation.isActive
        ;(window as unknown as { opened: unknown[] }).opened.push([String(url), active])
        return null
      }
    }
    const phone = await startApp()
    const test = await visit({}, { mobile: true, userAgent: 'iPhone', width: 390, initScripts: [spyOnOpen] })
    await begin(test.page)
    await test.page.getByRole('button', { name: 'MetaMask' }).click()
    const opened = () =>
      test.page.evaluate(() => (window as unknown as { opened: [string, boolean][] }).opened)
    const [[link, active] = ['', false]] = await opened()
    expect(active).toBe(true)
    expect(link).toMatch(/^metamask:\/\/wc\?uri=wc%3A/)
    await phone.pair(decodeURIComponent(link.slice('metamask://wc?uri='.length)))
    await untilStatus(test.page, 'connected')
    await expectToSign(test, 'raised')
    const topic = phone.sessions[0]?.topic
    expect((await opened()).at(-1)?.[0]).toBe(`metamask://wc?sessionTopic=${topic}`)
    await test.page.reload()
    await untilStatus(test.page, 'connected')
    await expectToSign(test, 'raised again')
    expect((await opened()).at(-1)?.[0]).toBe(`metamask://wc?sessionTopic=${topic}`)
    calm(test)
  })
})
