import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import AxeBuilder from 'axe-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { inPackage } from '../counterparts/package-root.js'
import { type PageServer, startPageServer } from '../counterparts/servers.js'

const BUILT = inPackage('site/.vitepress/dist')
const open = useChromium()
let server: PageServer

/** Answers as a static host: /wallets is wallets.html, /hosts/ is hosts/index.html. */
async function readPage(path: string): Promise<Uint8Array | null> {
  for (const file of [path, `${path}.html`, join(path, 'index.html')]) {
    const body = await readFile(join(BUILT, file)).catch(() => null)
    if (body) return body
  }
  return null
}
const pages = readdirSync(BUILT, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html') && !/404|studio-frame|gallery/.test(file))
  .map((file) => `/${file.replace(/(?:index)?\.html$/, '')}`)
  .map((path) => (path === '/studio' ? '/studio.html' : path))

beforeAll(async () => {
  server = await startPageServer({ folders: { '/': readPage } })
})
afterAll(() => server?.stop())

describe('every page of the site', () => {
  it.each(pages)(
    '%s: has no console message, no request to another host, no axe findings in either theme, and fits a phone',
    async (path) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        const { page, errors, console, requests } = await open({ url: server.origin + path, colorScheme })
        await page.waitForLoadState('networkidle')
        await page.addScriptTag({ content: AxeBuilder.source })
        const found = await page.evaluate(async () => {
          const { violations } = await (window as any).axe.run(document, {
            runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
          })
          return violations.flatMap(({ id, nodes }: { id: string; nodes: { html: string }[] }) =>
            nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`),
          )
        })
        expect(found).toEqual([])
        expect([...errors, ...console]).toEqual([])
        expect(requests.filter((url) => !url.startsWith(server.origin))).toEqual([])
        for (const width of [390, 320]) {
          await page.setViewportSize({ width, height: 844 })
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        }
      }
    },
  )

  it('has the same navigation, a search and a switch of themes whose choice stays (UI17)', async () => {
    const read = async (path: string) => {
      const { page } = await open({ url: server.origin + path })
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page.getByRole('searchbox').fill('csp')
      await page.getByRole('dialog').getByRole('link', { name: 'Content Security Policy' }).first().waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('switch').first().click()
      await page.reload()
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark')
      return page.locator('header nav').getByRole('link').allInnerTexts()
    }
    const [first, ...others] = [await read('/'), await read('/studio.html'), await read('/reference')]
    expect(first?.length).toBeGreaterThan(3)
    for (const links of others) expect(links).toEqual(first)
  })

  it('is set in one typeface, the visitor’s own, and one for code', async () => {
    const read = async (path: string) => {
      const { page } = await open({ url: server.origin + path })
      return page.evaluate(() => {
        const all = [...document.querySelectorAll('body, body *')]
        const families = all.map((each) => getComputedStyle(each).fontFamily.split(',')[0])
        return { families: [...new Set(families)].sort(), loaded: document.fonts.size }
      })
    }
    for (const path of ['/', '/studio.html', '/reference', '/hosts/'])
      expect(await read(path), path).toEqual({ families: ['system-ui', 'ui-monospace'], loaded: 0 })
  })

  it('has a working button where a document shows its code', async () => {
    const { page, errors, console, requests } = await open({ url: `${server.origin}/page-state` })
    await page.locator('.live wallet-connect-button').getByRole('button').click()
    await page.getByRole('button', { name: 'Harbour' }).click()
    await page.getByText('Hello 0xd8dA', { exact: false }).waitFor()
    await page.goto(`${server.origin}/styling`)
    await expect.poll(() => page.locator('.live wallet-connect-button [part=button]').count()).toBe(3)
    expect([...errors, ...console]).toEqual([])
    expect(requests.filter((url) => !url.startsWith(server.origin))).toEqual([])
  })

  it('has links that lead to existing pages', async () => {
    const broken = new Set<string>()
    const seen = new Map<string, Promise<Set<string> | null>>()
    const anchorsOf = (path: string) => {
      const known = seen.get(path)
      if (known) return known
      const found = readPage(decodeURIComponent(path.slice(1))).then(
        (body) =>
          body && new Set([...body.toString().matchAll(/ id="([^"]+)"/g)].map(([, id]) => id as string)),
      )
      seen.set(path, found)
      return found
    }
    for (const path of pages) {
      const html = (await readPage(path.slice(1)))?.toString() ?? ''
      for (const [, link = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        const target = new URL(link.replaceAll('&amp;', '&'), server.origin + path)
        if (target.origin !== server.origin) continue
        const anchors = await anchorsOf(target.pathname)
        if (
          !anchors ||
          (target.hash && path !== '/studio.html' && !anchors.has(decodeURIComponent(target.hash.slice(1))))
        )
          broken.add(`${path} → ${link}`)
      }
    }
    expect([...broken]).toEqual([])
  })
})

describe('the first page of the site', () => {
  it('takes less than 50 kB, the live lists in it less than 160 kB more, and it does not jump', async () => {
    const { page, requests } = await open()
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(server.origin)
    const before = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name.replace(/[?#].*/, '')),
    )
    await page.waitForLoadState('networkidle')
    const weigh = async (urls: string[]) => {
      const bodies = await Promise.all(
        [...new Set(urls)].map(
          async (url) => gzipSync(new Uint8Array(await (await fetch(url)).arrayBuffer())).length,
        ),
      )
      return bodies.reduce((sum, size) => sum + size, 0)
    }
    expect(
      await weigh([`${server.origin}/`, ...before.filter((url) => !url.includes('/dist/embed/'))]),
    ).toBeLessThan(50_000)
    expect(await weigh(requests.map((url) => url.replace(/[?#].*/, '')))).toBeLessThan(210_000)
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.01)
  })

  it('shows the list without a click, changes it live, and leaves the focus with the page (UI05)', async () => {
    const { page, errors, console, requests } = await open({ url: server.origin })
    const wide = page.frameLocator('#wide')
    const row = wide.getByRole('button', { name: 'Harbour' })
    await row.waitFor()
    await page.frameLocator('#narrow').getByText('MetaMask').first().waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
    await page.getByRole('button', { name: 'Coral' }).click()
    await page.getByLabel('Language').selectOption('de')
    await wide.getByRole('heading', { name: /^Mit/ }).waitFor()
    const list = wide.locator('wallet-connect-modal')
    expect(await list.evaluate((node: HTMLElement) => node.style.getPropertyValue('--wcb-accent'))).toBe(
      '#c93a20',
    )
    await page.getByRole('button', { name: 'React', exact: true }).click()
    await page.locator('#lines', { hasText: '#c93a20' }).filter({ hasText: 'lang={"de"}' }).waitFor()
    // Chromium draws no frame that is out of sight.
    await page.locator('#wide').scrollIntoViewIfNeeded()
    await row.click()
    await wide.getByText('0xd8dA', { exact: false }).waitFor()
    expect([...errors, ...console]).toEqual([])
    expect(requests.filter((url) => !url.startsWith(server.origin))).toEqual([])
  })

  it('connects a demo wallet', async () => {
    const { page, errors } = await open({ url: server.origin })
    await page.locator('#live [part=button]').click()
    await page.getByRole('button', { name: /^Demo wallet/ }).click()
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('Connected: 0xf39F').waitFor()
    expect(errors).toEqual([])
  })
})

describe('the studio of the site', () => {
  it.each([1280, 390])(
    'keeps the preview in sight and its list open while a colour is typed, at %s px (UI04)',
    async (width) => {
      const { page, errors, console, requests } = await open({ url: `${server.origin}/studio.html`, width })
      const inside = page.frameLocator('#preview')
      await inside.getByRole('button', { name: 'Connect wallet' }).click()
      await inside.getByRole('button', { name: /^Demo wallet/ }).waitFor()
      const field = page.getByLabel('Accent', { exact: true })
      await field.focus()
      await field.pressSequentially('#c93a20')
      const list = inside.locator('wallet-connect-modal')
      const accent = () => list.evaluate((node: HTMLElement) => node.style.getPropertyValue('--wcb-accent'))
      expect(await accent()).toBe('#c93a20')
      const [preview, typed] = [await page.locator('#preview').boundingBox(), await field.boundingBox()]
      expect([preview, typed]).toSatisfy(([seen, at]) => seen.y >= 0 && at.y + at.height <= 800)
      expect(preview && preview.y + preview.height).toBeLessThanOrEqual(800)
      if (width < 800) expect(typed?.y).toBeGreaterThanOrEqual((preview?.y ?? 0) + (preview?.height ?? 0))
      await page.getByRole('button', { name: 'Meadow' }).click()
      expect(await accent()).toBe('#0f7a55')
      await inside.getByRole('button', { name: /^Demo wallet/ }).waitFor()
      await page.getByRole('button', { name: 'Every state' }).click()
      await page.frameLocator('#states iframe').first().getByText('Connect to Tidewater').waitFor()
      expect(new URL(page.url()).searchParams.get('accent')).toBe('#0f7a55')
      expect(new URL(page.url()).hash).toBe('#html+states')
      expect([...errors, ...console]).toEqual([])
      expect(requests.filter((url) => !url.startsWith(server.origin))).toEqual([])
    },
  )

  it('shows the default when its address was tampered with, says so, and none of it is markup', async () => {
    const { page, errors } = await open({
      url: `${server.origin}/studio.html?theme=${encodeURIComponent('<img src=x onerror=alert(1)>')}#toString`,
    })
    await page.getByRole('status').getByText('theme, toString').waitFor()
    expect(await page.getByLabel('Theme').inputValue()).toBe('system')
    expect(await page.locator('#snippets code').first().innerText()).toContain('integrity="sha384-')
    expect(await page.locator('main img').count()).toBe(0)
    expect(errors).toEqual([])
  })
})

describe('the site without a browser', () => {
  it('has every page in llms.txt, each as Markdown', async () => {
    const list = (await readPage('llms.txt'))?.toString() ?? ''
    const links = [...list.matchAll(/\]\(\/([^)]+\.md)\)/g)].map(([, link]) => link as string)
    expect(links.length).toBeGreaterThan(25)
    for (const link of links) expect((await readPage(link))?.toString()).toMatch(/^# /)
  })
})
