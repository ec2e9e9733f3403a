import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, startAnvil } from '../../counterparts/anvil.js'
import { useChromium } from '../../counterparts/chromium-hooks.js'
import { type PageServer, startPageServer } from '../../counterparts/servers.js'

const open = useChromium()
let server: PageServer
let anvil: Anvil
beforeAll(async () => {
  ;[server, anvil] = await Promise.all([startPageServer(), startAnvil()])
  server.page('/', '<!doctype html><title>Page</title>')
})
afterAll(() => Promise.all([server.stop(), anvil.stop()]))

describe('an opened page', () => {
  it('SO1: reports uncaught errors and unhandled rejections of any kind', async () => {
    const { page, errors } = await open({ url: server.origin })
    await page.evaluate(() => {
      setTimeout(() => {
        throw new Error('thrown late')
      })
      void Promise.reject(new Error('rejected'))
      void Promise.reject('a word')
      void Promise.reject(undefined)
    })
    await expect.poll(() => errors).toHaveLength(4)
    expect(errors.join('\n')).toMatch(/thrown late/)
    expect(errors.join('\n')).toMatch(/rejected/)
  })

  it('reports violations of the policy to the test and to the server', async () => {
    const url = server.page('/strict', '<!doctype html><title>Strict</title><p style="color:red">', {
      csp: "default-src 'none'; require-trusted-types-for 'script'",
    })
    const { page, violations } = await open({ url })
    await page.evaluate(() => {
      try {
        document.body.innerHTML = '<b>'
      } catch {
        // The browser refused it, as it should.
      }
    })
    await expect
      .poll(() => violations.map(({ directive }) => directive))
      .toEqual(['style-src-attr', 'require-trusted-types-for'])
    await expect.poll(() => server.reports.length).toBe(2)
  })

  it('sees every request, also to another origin and when it is blocked', async () => {
    const { page, requests } = await open({ url: server.origin, block: (url) => url.endsWith('/blocked') })
    await page.evaluate(async (other) => {
      await fetch(`${other}/elsewhere`, { mode: 'no-cors' })
      await fetch('/blocked').catch(() => {})
    }, server.alias)
    expect(requests).toEqual([`${server.origin}/`, `${server.alias}/elsewhere`, `${server.origin}/blocked`])
    expect(server.requests.some(({ path }) => path === '/blocked')).toBe(false)
  })

  it('has its wallets before its first script, with nodes that no policy can block', async () => {
    const url = server.page('/none', '<!doctype html><title>None</title>', { csp: "default-src 'none'" })
    const opened = await open({
      url,
      evmWallets: [
        { name: 'One', rpcUrls: { 31337: anvil.url } },
        { name: 'Legacy', legacy: true },
      ],
    })
    const seen = await opened.page.evaluate(async () => {
      const names: string[] = []
      addEventListener('eip6963:announceProvider', (event) => {
        names.push((event as CustomEvent<{ info: { name: string } }>).detail.info.name)
      })
      dispatchEvent(new Event('eip6963:requestProvider'))
      const [one] = window.evmWallets
      const account = await one?.provider.request({ method: 'eth_requestAccounts' })
      const refused = await one?.provider
        .request({ method: 'eth_call', params: [] })
        .catch((error) => error.code)
      return { names, account, refused, legacy: 'ethereum' in window }
    })
    expect(seen).toEqual({
      names: ['One'],
      account: ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'],
      refused: -32602,
      legacy: true,
    })
    expect(opened.violations).toEqual([])
    expect(opened.errors).toEqual([])
  })

  it('shares its profile with a tab beside it', async () => {
    const first = await open({ url: server.origin })
    await first.page.evaluate(() => localStorage.setItem('shared', 'yes'))
    const second = await open({ url: server.origin, beside: first })
    expect(await second.page.evaluate(() => localStorage.getItem('shared'))).toBe('yes')
  })
})
