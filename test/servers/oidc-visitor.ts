import type { Page } from 'playwright-core'
import type { OpenOptions, TestBrowser } from '../counterparts/chromium.js'
import type { Visitor } from '../unit/server/visitor.js'

/** A wallet whose one account has an address of its own, and whose key is here. */
export const walletOf = (address: string) => `(${installWallet.toString()})(${JSON.stringify(address)})`

function installWallet(address: string): void {
  const provider = {
    request: async ({ method, params }: { method: string; params?: unknown[] }) => {
      if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [address]
      if (method === 'eth_chainId') return '0x7a69'
      if (method === 'personal_sign')
        return (window as unknown as { signFromTest(text: unknown): Promise<string> }).signFromTest(
          params?.[0],
        )
      throw Object.assign(new Error('Unsupported'), { code: 4200 })
    },
    on() {},
    removeListener() {},
  }
  const icon = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>'
  const info = {
    uuid: '5f2bf6f1-4b3c-4d0b-9a57-0d1f3a5f2c11',
    name: 'Alpha',
    icon,
    rdns: 'com.example.alpha',
  }
  const announce = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
  addEventListener('eip6963:requestProvider', announce)
  announce()
}

/** Opens a page whose wallet signs with a key of the test. */
export async function openSigner(browser: TestBrowser, options: OpenOptions, signer?: Visitor) {
  const opened = await browser.open(options)
  if (signer) {
    const sign = (text: string) =>
      signer.account.signMessage({ message: text.startsWith('0x') ? { raw: text as `0x${string}` } : text })
    await opened.context.exposeFunction('signFromTest', sign)
  }
  return opened
}

/** Signs in at the provider's page, up to the one that asks for leave. */
export async function signIn(page: Page, wallet: string): Promise<void> {
  await page.locator('wallet-connect-button').click()
  await page.locator('[part=wallet]', { hasText: wallet }).first().click()
  await page.getByRole('button', { name: 'Allow' }).waitFor()
}
