import type { Page } from 'playwright-core'
import type { WalletConnectButton } from '../../src/exports/index.js'
import type { OpenOptions, TestPage } from './chromium.js'
import { readCode } from './relay-camera.js'
import type { Phone } from './relay-phone.js'
import { hearEvents, type RelaySite } from './relay-site.js'

type Methods = Record<string, (...args: unknown[]) => Promise<never>>

/** Calls a method of the page's button; rejects with the error's code. */
export const ask = <T>(page: Page, method: string, ...args: unknown[]): Promise<T> =>
  page.evaluate(
    ([asked, given]) => {
      const button = document.querySelector('wallet-connect-button') as unknown as Methods
      return (button[asked] as Methods[string])(...given).catch((error) => {
        throw new Error(error.code)
      })
    },
    [method, args] as const,
  )

/** Reads the button's state. */
export const read = (page: Page) =>
  page.evaluate(() => {
    const { status, account, chainId } = document.querySelector(
      'wallet-connect-button',
    ) as WalletConnectButton
    return { status, account, chainId }
  })

/** The element's events so far. */
export const heard = (page: Page) =>
  page.evaluate(() => (window as unknown as { heard: [string, Record<string, unknown>][] }).heard)

/** The QR code on screen. */
export const codeOn = (page: Page) => page.locator('wallet-connect-modal [part~=qr]')

/** Clicks the button. If its wallet takes a while to load, there is a list to choose it from. */
export async function begin(page: Page): Promise<void> {
  await page.locator('wallet-connect-button').click()
  const isListed = await page.waitForFunction(() => {
    const { status } = document.querySelector('wallet-connect-button') as WalletConnectButton
    const row = document.querySelector('wallet-connect-modal')?.shadowRoot?.querySelector('[part~=wallet]')
    return status === 'connecting' ? 'no' : row && 'yes'
  })
  if ((await isListed.jsonValue()) === 'yes')
    await page.locator('wallet-connect-modal [part~=wallet]').first().click()
}

/** Chooses the wallet that connects by a code, and reads the code with a camera. */
export async function scan({ page, context }: Pick<TestPage, 'page' | 'context'>): Promise<string> {
  if ((await page.locator('wallet-connect-modal').count()) === 0) await begin(page)
  await codeOn(page).waitFor()
  return readCode(context, codeOn(page))
}

/** Waits until the button has this status. */
export const untilStatus = (page: Page, status: string) =>
  page.waitForFunction(
    (wanted) => document.querySelector<WalletConnectButton>('wallet-connect-button')?.status === wanted,
    status,
  )

/** Scans the code and approves. */
export async function pair(test: Pick<TestPage, 'page' | 'context'>, phone: Phone): Promise<string> {
  const uri = await scan(test)
  await phone.pair(uri)
  await untilStatus(test.page, 'connected')
  return uri
}

/** Creates the function that visits a site's shop. */
export function createVisit(open: (options?: OpenOptions) => Promise<TestPage>, site: () => RelaySite) {
  let pages = 0
  return (attributes: Record<string, string>, options: OpenOptions & { policy?: null } = {}) => {
    pages += 1
    const given = { wallets: 'walletConnect', ...attributes }
    const url = site().page(`/shop-${pages}`, given, options.policy)
    return open({ ...options, url, initScripts: [hearEvents, ...(options.initScripts ?? [])] })
  }
}
