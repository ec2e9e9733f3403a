import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { recordEvents } from '../browser/support/heard.js'
import { ACCOUNTS, walletCalled } from '../browser/support/wallets.js'
import type { Anvil } from '../counterparts/anvil.js'
import type { OpenOptions, TestPage } from '../counterparts/chromium.js'
import { buildTestingScript } from '../counterparts/testing-script.js'
import { makeFolder, packProject } from './pack.js'

/** The site of the documents, and the place that they name for the files. */
export const SITE = 'https://shop.example'
export const CDN = 'https://unpkg.com'
/** A site that has the other one in a frame. */
export const OUTER = 'https://blog.example'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}
export const typeOf = (path: string): string => TYPES[extname(path)] ?? 'application/octet-stream'

let unpacked: string | undefined
/** The packed package, unpacked: what a CDN has. @returns its folder */
export function unpackProject(): string {
  if (unpacked) return unpacked
  const folder = makeFolder('cdn')
  execFileSync('tar', ['-xzf', packProject(), '-C', folder])
  unpacked = join(folder, 'package')
  return unpacked
}
/** A file of the packed package. */
export const readPacked = (path: string): string => readFileSync(join(unpackProject(), path), 'utf8')
/** The hash of `embed.js` that the package publishes. */
export const readHash = (): string => JSON.parse(readPacked('dist/integrity.json'))['embed.js']

/** What an address is answered with. */
export interface Answer {
  body: string | Buffer
  status?: number
  headers?: Record<string, string>
}
/** Answers requests of one origin: by path, or by null for what is not there. */
export type Host = (path: string, request: Request) => Answer | null | Promise<Answer | null>

/** Serves files of a folder. */
export const serveFolder =
  (folder: string) =>
  (path: string): Answer | null => {
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path)
    if (!existsSync(file) || !statSync(file).isFile()) return null
    return { body: readFileSync(file), headers: { 'content-type': typeOf(file) } }
  }

/** The CDN of the documents: any version's address has the packed package, with the headers that they ask for. */
const serveCdn = (path: string): Answer | null => {
  const answer = serveFolder(unpackProject())(path.replace(/^\/wallet-connect-button@[\d.]+/, ''))
  return (
    answer && {
      ...answer,
      headers: {
        ...answer.headers,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      },
    }
  )
}

/** Answers a context's requests to the CDN of the documents; all others go where they go. */
export const routeCdn = (context: BrowserContext): Promise<unknown> =>
  context.route(`${CDN}/**`, async (route) => {
    const answer = serveCdn(new URL(route.request().url()).pathname)
    return route.fulfill(answer ? { ...answer, headers: answer.headers ?? {} } : { status: 404, body: '' })
  })

/** Answers every request of a context: the site, the CDN, and nobody else. */
export async function serve(context: BrowserContext, site: Host, unknown: string[]): Promise<void> {
  await context.route(/^https?:/, async (route) => {
    const asked = route.request()
    const url = new URL(asked.url())
    const host = { [SITE]: site, [OUTER]: site, [CDN]: serveCdn }[url.origin]
    if (!host) {
      unknown.push(asked.url())
      return route.abort()
    }
    const hasBody = !['GET', 'HEAD'].includes(asked.method())
    const init = {
      method: asked.method(),
      headers: asked.headers(),
      ...(hasBody && { body: asked.postData() ?? '' }),
    }
    const answer = await host(url.pathname, new Request(asked.url(), init))
    if (!answer) {
      if (url.pathname === '/favicon.ico') return route.fulfill({ status: 204 })
      unknown.push(asked.url())
      return route.fulfill({ status: 404, body: 'Not here' })
    }
    return route.fulfill({ status: answer.status ?? 200, body: answer.body, headers: answer.headers ?? {} })
  })
}

/** A page of the site. */
export interface SitePage extends TestPage {
  /** Requests to anybody but the site and the CDN, and for what they do not have. */
  unknown: string[]
  /** What fails the test: errors, violations, lines of the console, requests to others. */
  faults(): string[]
}

/** Opens a page of the site with two wallets on it, so that there is something to choose. */
export async function openSite(
  open: (options?: OpenOptions) => Promise<TestPage>,
  anvil: Anvil,
  site: Host,
  path = '/',
): Promise<SitePage> {
  const wallet = walletCalled('Alpha', {
    approve: 'always',
    rpcUrls: { 1: anvil.url, 31337: anvil.url },
  })
  // Extensions put themselves into frames as well.
  const other = walletCalled('Beta')
  const framed = [wallet, other].map(({ name, rdns, icon, accounts }) => {
    const options = { name, rdns, icon, accounts, rpcUrls: { 1: anvil.url }, approve: 'always' }
    return `window.wcbTesting.createScriptedEvmWallet(${JSON.stringify(options)}).announce()`
  })
  const inFrames = `if (window !== window.top) { ${await buildTestingScript()}; ${framed.join(';')} }`
  const opened = await open({ evmWallets: [wallet, other], initScripts: [recordEvents, inFrames] })
  const unknown: string[] = []
  await serve(opened.context, site, unknown)
  await opened.page.goto(path.includes(':') ? path : SITE + path)
  const faults = () => [
    ...opened.errors,
    ...opened.console.filter((line) => /^(?:error|warning)/.test(line)),
    ...opened.violations.map(({ directive, blocked }) => `${directive} ${blocked}`),
    ...unknown,
  ]
  return { ...opened, unknown, faults }
}

/** A visitor clicks the button and picks their wallet. The page hears of it. @returns the account */
export async function connect(page: Page, scope: Pick<Page, 'locator'> = page): Promise<string> {
  await scope.locator('wallet-connect-button [part=button]').first().click()
  await scope.locator('wallet-connect-modal').getByRole('button', { name: /Alpha/ }).click()
  await expect
    .poll(() => scope.locator('wallet-connect-button').first().getAttribute('data-status'), {
      timeout: 20_000,
    })
    .toBe('connected')
  return ACCOUNTS[0]
}
