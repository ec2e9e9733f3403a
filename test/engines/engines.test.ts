import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Demo, startDemo } from '../../demo/server.js'
import type { Engine, EngineWindow } from './engine.js'
import { startFirefox } from './firefox.js'
import { type Visitor, visitorOf } from './visitor.js'
import { startWebKit } from './webkit.js'

const BUTTON = "document.querySelector('wallet-connect-button')"
const NOBODY = 'No wallet is connected.'

/** What the page shows beside one of its requests. */
const outputOf = (name: string) =>
  `[...document.querySelectorAll('.request')].find((row) => row.querySelector('button').innerText === '${name}').querySelector('output:not(.waiting)')?.innerText`

describe.each([
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
])('%s', (_, start) => {
  let engine: Engine
  let demo: Demo
  let visitor: Visitor
  beforeAll(async () => {
    demo = await startDemo({ port: 0, quiet: true })
  })
  afterAll(() => demo?.stop())
  // Each test has its own browser, because windows that a test leaves open would cover the next test's.
  beforeEach(async () => {
    engine = await start()
    visitor = visitorOf(engine, (await engine.windows())[0] as EngineWindow)
  })
  afterEach(() => engine?.stop())

  /** Opens a page and records its errors. */
  async function visit(name: string): Promise<void> {
    await visitor.window.goto(demo.page(name))
    await visitor.until(`${BUTTON}?.shadowRoot`)
    await visitor.read(`(() => {
      window.wrong = []
      addEventListener('error', ({ message }) => wrong.push(message))
      addEventListener('unhandledrejection', ({ reason }) => wrong.push(String(reason)))
      addEventListener('securitypolicyviolation', ({ blockedURI }) => wrong.push(blockedURI))
      document.addEventListener('wallet_error', ({ detail }) => wrong.push(detail.message))
    })()`)
  }
  const open = () => visitor.clickOn(`${BUTTON}.shadowRoot.querySelector('[part=button]')`)
  /** A wallet that is the only one is asked without the list. */
  async function chooseDemoWallet(): Promise<void> {
    await visitor.until("named('Demo wallet') || named('Approve')")
    if (!(await visitor.read("!!named('Approve')"))) await visitor.press('Demo wallet')
  }
  const nothingWrong = async () => expect(await visitor.read('window.wrong')).toEqual([])

  /** Presses a request's button, lets somebody decide, and returns what the page shows. */
  async function request(name: string, decide: () => Promise<unknown>): Promise<string> {
    await visitor.press(name)
    await decide()
    await visitor.until(outputOf(name))
    return visitor.read(outputOf(name))
  }

  it.each(['script-tag', 'module', 'csp', 'hundred', 'bundler', 'shop'])(
    'opens by the very first click, connects, restores after a reload, and disconnects: %s',
    async (name) => {
      await visit(name)
      await open()
      await chooseDemoWallet()
      await visitor.press('Approve')
      await visitor.until(`${BUTTON}.account`)
      await nothingWrong()
      await visitor.window.reload()
      await visitor.until(`${BUTTON}?.account`)
      await visitor.read(`${BUTTON}.disconnect() && 0`)
      await visitor.until(`!${BUTTON}.account`)
    },
  )

  it('NC01: a form in the history submits nothing of an account that has been disconnected meanwhile', async () => {
    const names = '[...new FormData(document.forms[0]).keys()]'
    await visit('forms')
    await open()
    await chooseDemoWallet()
    await visitor.press('Approve')
    await visitor.until("named('Approve')")
    await visitor.press('Approve')
    await visitor.until(`${names}.length`)
    expect(await visitor.read(names)).toEqual(['wallet', 'wallet_message', 'wallet_signature'])
    await visit('shop')
    await visitor.until(`${BUTTON}.account`)
    await visitor.read(`${BUTTON}.disconnect() && 0`)
    await visitor.until(`!${BUTTON}.account`)
    await visitor.read('setTimeout(() => history.back()) && 0')
    await visitor.until(`location.pathname.endsWith('forms') && ${BUTTON}?.status === 'idle'`)
    await expect.poll(() => visitor.read(names)).toEqual([])
  })

  it.each(['Demo wallet', 'Demo Starknet wallet'])('gives valid signatures: %s', async (wallet) => {
    await visit('shop')
    await open()
    await visitor.press(wallet)
    const approve = () => visitor.press('Approve')
    await approve()
    await visitor.until(`${BUTTON}.account`)
    expect(await request('Sign message', approve)).toMatch(/^Verified: 0x/)
    expect(await request('Sign typed data', approve)).toMatch(/^Verified: 0x/)
    await nothingWrong()
    await visitor.press('Disconnect')
    await visitor.sees(NOBODY)
  })

  it.each([
    ['WalletConnect', 'eip155:31337'],
    ['Ready Mobile', 'starknet:SN_SEPOLIA'],
  ])('lets a phone read the code of %s, sign, and stay connected after a reload', async (wallet, chain) => {
    await visit('shop')
    // The page's late wallet moves the rows of phones, and a row takes no click in the half second after it has moved.
    await visitor.read(`(() => addEventListener('eip6963:announceProvider', ({ detail }) => {
      window.late ||= detail.info.name === 'Late demo wallet'
    }))()`)
    await visitor.until("dispatchEvent(new Event('eip6963:requestProvider')) && window.late")
    await open()
    await visitor.press(wallet)
    await visitor.read(
      '(() => { navigator.clipboard.writeText = async (text) => { window.copied = text } })()',
    )
    await visitor.press('Copy link')
    await visitor.until('window.copied')
    const uri = await visitor.read<string>('window.copied')
    const phone = visitorOf(engine, await engine.newWindow())
    await phone.window.goto(demo.page('phone'))
    await phone.sees('Ready.')
    await phone.clickOn("document.querySelector('input')")
    await phone.window.type(uri)
    await phone.press('Connect')
    await phone.press('Approve')
    await phone.sees('Connected to Demo shop.')
    expect(await request('Sign message', () => phone.press('Approve'))).toMatch(/^Verified: 0x/)
    await visitor.window.reload()
    await visitor.sees(`Demo phone on ${chain}`)
    await phone.press('End')
    await visitor.sees(NOBODY)
  })

  it('logs in by e-mail in a popup, and signs', async () => {
    await visit('web-wallet')
    await open()
    const login = await visitor.pressFor('Email')
    await login.until("document.querySelector('input')")
    await login.clickOn("document.querySelector('input')")
    await login.window.type('ada@example.com\n')
    await visitor.sees('Web Wallet on starknet:SN_SEPOLIA')
    const review = await visitor.pressFor('Sign message')
    await review.press('Sign')
    await visitor.until(outputOf('Sign message'))
    expect(await visitor.read(outputOf('Sign message'))).toMatch(/^Verified: 0x/)
    await nothingWrong()
    await visitor.press('Disconnect')
    await visitor.sees(NOBODY)
  })

  it('logs in by e-mail in a frame, and restores after a reload', async () => {
    await visit('web-wallet')
    await visitor.read("localStorage.setItem('web-wallet-mode', 'iframe')")
    await visit('web-wallet')
    await open()
    await visitor.press('Email')
    const frame =
      "document.querySelector('[data-wcb-frame]').shadowRoot.querySelector('dialog[open] > iframe')"
    await visitor.until(frame)
    await visitor.until(
      "performance.getEntriesByType('resource').some((entry) => entry.initiatorType === 'iframe')",
    )
    // The framed page is of another origin, so only the visitor can see into it. The address is its first field.
    const [x, y] = await visitor.read<[number, number]>(
      `(({ x, y }) => [x, y])(${frame}.getBoundingClientRect())`,
    )
    const clickIntoField = () => visitor.window.click(x + 100, y + 137)
    await clickIntoField()
    // The list below is drawn again for a late wallet, and must not take the focus for that.
    await visitor.until("document.querySelector('wallet-connect-modal').shadowRoot.querySelector('h2')")
    await visitor.read(`(() => {
      const info = { uuid: crypto.randomUUID(), name: 'Latest', icon: 'data:image/png;base64,', rdns: 'com.example.latest' }
      const provider = { request: async () => [], on() {}, removeListener() {} }
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
    })()`)
    await visitor.until(`${BUTTON}.client.getState().choices.some(({ name }) => name === 'Latest')`)
    expect(await visitor.read('document.activeElement.localName')).not.toBe('wallet-connect-modal')
    const account = async () => {
      await clickIntoField()
      await visitor.window.type('ada@example.com\n')
      return visitor.read(`${BUTTON}.account`)
    }
    await expect.poll(account, { timeout: 60_000, interval: 1_000 }).toBeTruthy()
    await visitor.window.reload()
    await visitor.sees('Web Wallet on starknet:SN_SEPOLIA')
    await visitor.press('Disconnect')
    await visitor.sees(NOBODY)
  })

  it('connects a hosted wallet, which signs in its popup', async () => {
    await visit('coinbase')
    await open()
    await (await visitor.pressFor('Coinbase Wallet')).press('Approve')
    await visitor.until(`${BUTTON}.account`)
    await (await visitor.pressFor('Sign message')).press('Approve')
    await visitor.until(outputOf('Sign message'))
    expect(await visitor.read(outputOf('Sign message'))).toMatch(/^Verified: 0x/)
    await nothingWrong()
    await visitor.window.reload()
    await visitor.until(`${BUTTON}?.account`)
  })
})
