import type { Browser, BrowserContext, Page } from 'playwright-core'
import { launchChromium } from '../../scripts/launch-chromium.mjs'
import { installLedger, type Ledger } from './chromium-ledger.js'
import { type InjectedEvmWallet, injectEvmWallets } from './chromium-wallets.js'

/** A violation of the page's Content-Security-Policy. */
export interface Violation {
  directive: string
  blocked: string
  sample: string
}

/** How a page is opened. */
export interface OpenOptions {
  /** Without it an empty page, for tests that continue by themselves. */
  url?: string
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | 'no-preference'
  locale?: string
  /** A touch device of this size. */
  mobile?: boolean
  userAgent?: string
  /** Extension wallets, which are on each page before its first script. */
  evmWallets?: readonly InjectedEvmWallet[]
  /** Scripts that run on each page before its first script, and before the wallets. */
  initScripts?: readonly (string | (() => void))[]
  /** Requests that must fail, as behind a content blocker. */
  block?: (url: string) => boolean
  /** How many times the processor is slowed down. */
  throttle?: number
  /** Opens another tab of the same profile. */
  beside?: TestPage
}

/** A page in its own profile, with every error on it, popups and frames included. */
export interface TestPage {
  readonly page: Page
  readonly context: BrowserContext
  /** Uncaught errors and unhandled rejections (SO1). */
  readonly errors: readonly string[]
  /** Console messages, as `type: text`. */
  readonly console: readonly string[]
  readonly violations: readonly Violation[]
  /** Addresses of all requests, also of those that `block` refused. */
  readonly requests: readonly string[]
  /** What is alive on the page now (SO3, SO4, SO6, SO7); compare two of them. */
  ledger(): Promise<Ledger>
  close(): Promise<void>
}

/** A running Chromium. */
export interface TestBrowser {
  readonly browser: Browser
  open(options?: OpenOptions): Promise<TestPage>
  close(): Promise<void>
}

/** Runs on each page, before the ledger: reports violations. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
    const report = (window as unknown as { reportToTest(violation: Violation): void }).reportToTest
    report({ directive: effectiveDirective, blocked: blockedURI, sample })
  })
}

interface Records {
  errors: string[]
  console: string[]
  violations: Violation[]
  requests: string[]
}

async function openContext(browser: Browser, options: OpenOptions): Promise<[BrowserContext, Records]> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.colorScheme ?? 'light',
    reducedMotion: options.reducedMotion ?? 'no-preference',
    locale: options.locale ?? 'en-GB',
    ...(options.mobile && { hasTouch: true, isMobile: true }),
    ...(options.userAgent && { userAgent: options.userAgent }),
  })
  const records: Records = { errors: [], console: [], violations: [], requests: [] }
  context.on('weberror', (webError) => {
    const error: unknown = webError.error()
    records.errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
  })
  context.on('console', (message) => records.console.push(`${message.type()}: ${message.text()}`))
  context.on('request', (request) => {
    if (/^(?:https?|wss?):/.test(request.url())) records.requests.push(request.url())
  })
  context.on('page', (page) => page.on('websocket', (socket) => records.requests.push(socket.url())))
  const { block } = options
  if (block)
    await context.route(
      (url) => block(url.href),
      (route) => route.abort('blockedbyclient'),
    )
  await context.exposeFunction('reportToTest', (violation: Violation) => records.violations.push(violation))
  await context.addInitScript(reportViolations)
  await context.addInitScript(installLedger)
  for (const script of options.initScripts ?? []) await context.addInitScript(script)
  await injectEvmWallets(context, options.evmWallets ?? [])
  return [context, records]
}

const recordsOf = new WeakMap<BrowserContext, Records>()

/**
 * Starts Chromium, as the headless shell where it is installed.
 *
 * @throws Error that says what to do when Chromium is missing
 */
export async function startChromium(): Promise<TestBrowser> {
  const browser = await launchChromium({ isLight: true })
  return {
    browser,
    async open(options = {}) {
      const { beside } = options
      const [context, records] = beside
        ? [beside.context, recordsOf.get(beside.context) as Records]
        : await openContext(browser, options)
      recordsOf.set(context, records)
      const page = await context.newPage()
      if (options.throttle) {
        const session = await context.newCDPSession(page)
        await session.send('Emulation.setCPUThrottlingRate', { rate: options.throttle })
      }
      if (options.url) await page.goto(options.url)
      return {
        page,
        context,
        ...records,
        ledger: () => page.evaluate(() => window.pageLedger.read()),
        close: () => (beside ? page.close() : context.close()),
      }
    },
    close: () => browser.close(),
  }
}
