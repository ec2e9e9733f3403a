import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Demo, startDemo } from '../../../demo/server.js'
import type { ScriptedProvider } from '../../../src/exports/testing.js'
import { useChromium } from '../../counterparts/chromium-hooks.js'

interface Announced {
  names: string[]
  providers: ScriptedProvider[]
}

const open = useChromium()
let demo: Demo
beforeAll(async () => {
  demo = await startDemo({ port: 0, quiet: true })
  const nodes = demo.nodes.map(({ chainId, url }) => ({ chainId, name: `Chain ${chainId}`, rpcUrl: url }))
  const content = JSON.stringify(nodes).replaceAll('"', '&quot;')
  const html = `<!doctype html><title>Wallets</title><meta name="demo-nodes" content="${content}"><script type=module src=/apps/wallets.js></script>`
  demo.server.page('/wallets', html)
})
afterAll(() => demo.stop())

/** Listens for announcements before the page's first script. */
function listen(): void {
  const announced: Announced = { names: [], providers: [] }
  Object.assign(window, { announced })
  window.addEventListener('eip6963:announceProvider', (event) => {
    const { info, provider } = (event as CustomEvent).detail
    announced.names.push(info.name)
    announced.providers.push(provider)
  })
}

const openWallets = () => open({ url: demo.page('wallets'), initScripts: [listen] })

/** Sends a request to the first wallet; an error's code is returned as a text. */
const ask = (page: Page, method: string, params: unknown[] = []) =>
  page.evaluate(
    ([asked, given]) => {
      const { providers } = (window as unknown as { announced: Announced }).announced
      return providers[0]
        ?.request({ method: asked, params: given })
        .catch((error) => `refused with ${error.code}`)
    },
    [method, params] as const,
  )

describe('the demo wallets', () => {
  it('announce themselves, one at once and one late', async () => {
    const { page } = await openWallets()
    const names = () => page.evaluate(() => (window as unknown as { announced: Announced }).announced.names)
    expect(await names()).toEqual(['Demo wallet'])
    await expect.poll(names).toEqual(['Demo wallet', 'Late demo wallet'])
  })

  it('ask in their own window, and keep the consent over a reload', async () => {
    const { page, errors } = await openWallets()
    const asked = ask(page, 'eth_requestAccounts')
    const wallet = page.getByRole('dialog', { name: 'Demo wallet: Connect to this site?' })
    await expect.poll(() => wallet.innerText()).toContain('Demo wallet: test keys of a local node')
    await wallet.getByRole('button', { name: 'Approve' }).click()
    expect(await asked).toEqual(['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'])
    await page.reload()
    expect(await ask(page, 'eth_accounts')).toEqual(['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'])
    expect(errors).toEqual([])
  })

  it('are refused by button and by Escape, and show one prompt after another', async () => {
    const { page } = await openWallets()
    const first = ask(page, 'eth_requestAccounts')
    await page.getByRole('button', { name: 'Reject' }).click()
    expect(await first).toBe('refused with 4001')
    const second = ask(page, 'eth_requestAccounts')
    const third = ask(page, 'wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
    await page.getByRole('dialog', { name: 'Connect' }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(1)
    await page.keyboard.press('Escape')
    expect(await second).toBe('refused with 4001')
    await page.getByRole('button', { name: 'Approve' }).click()
    expect(await third).toBe(null)
  })

  it('leave a page’s popover open when they ask', async () => {
    const { page } = await openWallets()
    await page.evaluate(() => {
      const popover = document.createElement('div')
      popover.popover = 'auto'
      popover.id = 'menu'
      document.body.append(popover)
      popover.showPopover()
    })
    const asked = ask(page, 'eth_requestAccounts')
    await page.getByRole('button', { name: 'Approve' }).click()
    await asked
    expect(await page.evaluate(() => document.querySelector('#menu')?.matches(':popover-open'))).toBe(true)
  })
})
