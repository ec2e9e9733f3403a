import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { blocksIn } from '../counterparts/code-blocks.js'
import { inPackage } from '../counterparts/package-root.js'
import { type PageServer, startPageServer } from '../counterparts/servers.js'
import { walletCalled } from './support/wallets.js'

const open = useChromium()
let server: PageServer
let node: Anvil
beforeAll(async () => {
  ;[server, node] = await Promise.all([startPageServer(), startAnvil({ chainId: 1 })])
})
afterAll(() => Promise.all([server?.stop(), node?.stop()]))

/** The first examples of a document: for any bundler, and for React. */
const findBlock = (document: string, language: string, part: string): string =>
  blocksIn(language).find(({ file, code }) => file === document && code.includes(part))?.code ?? ''

/** Serves an example as a page. @returns its address */
async function write(code: string, body: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: inPackage(), loader: 'tsx' },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    alias: {
      'wallet-connect-button/react': inPackage('src/exports/react.ts'),
      'wallet-connect-button/client': inPackage('src/exports/client.ts'),
      'wallet-connect-button': inPackage('src/exports/index.ts'),
    },
    define: { __WCB_PARTS__: 'undefined', __WCB_VERSION__: '"0"', 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
  server.route('/app.js', { body: outputFiles[0]?.text ?? '' })
  server.page('/', `<!doctype html><title>Shop</title>${body}<script type="module" src="/app.js"></script>`)
  return `${server.origin}/`
}

/** What the visitor answers in the wallet's next window. */
const answer = (page: Page, how: 'approve' | 'reject') =>
  page.evaluate(async (verdict) => (await window.evmWallets[0]?.nextPrompt())?.[verdict](), how)

const refusals = (lines: readonly string[]) =>
  lines.filter((line) => line.includes('User rejected request')).length

describe.each(['README.md', 'docs/getting-started.md'])(
  'a page that has pasted an example of %s',
  (document) => {
    it('NC04: asks nothing while it loads; it learns of a refusal, and has no uncaught error', async () => {
      const code = findBlock(document, 'ts', 'querySelector')
      const body =
        '<wallet-connect-button chains="eip155:1"></wallet-connect-button><button id="hello">Hello</button>'
      const wallet = walletCalled('Alpha', { approve: 'manual', rpcUrls: { 1: node.url } })
      const {
        page,
        errors,
        console: lines,
      } = await open({ url: await write(code, body), evmWallets: [wallet] })
      await page.waitForFunction(() => customElements.get('wallet-connect-button'))
      expect(await page.evaluate(() => window.evmWallets[0]?.prompts.length)).toBe(0)
      expect(await page.locator('wallet-connect-modal').count()).toBe(0)
      const hello = () => page.locator('#hello').click()
      await hello()
      await answer(page, 'reject')
      await expect.poll(() => refusals(lines)).toBe(1)
      await hello()
      await answer(page, 'approve')
      await answer(page, 'reject')
      await expect.poll(() => refusals(lines)).toBe(2)
      await hello()
      await answer(page, 'approve')
      await expect.poll(() => lines.filter((line) => /0x[\da-f]{130}/.test(line)).length).toBe(1)
      expect(refusals(lines)).toBe(2)
      expect(errors).toEqual([])
    })

    it('NC04: in React, a refusal reaches the handler, and is no uncaught error', async () => {
      const example = findBlock(document, 'tsx', 'useWallet')
      const code = `import { createRoot } from 'react-dom/client'
${example}
createRoot(document.querySelector('#root')!).render(<Header />)`
      const wallet = walletCalled('Alpha', { approve: 'manual', rpcUrls: { 1: node.url } })
      const url = await write(code, '<div id="root"></div>')
      const { page, errors } = await open({ url, evmWallets: [wallet] })
      const alerts: string[] = []
      page.on('dialog', (dialog) => {
        alerts.push(dialog.message())
        void dialog.accept()
      })
      await page.locator('wallet-connect-button [part=button]').click()
      await page.locator('wallet-connect-modal').getByRole('button', { name: /Alpha/ }).click()
      await answer(page, 'approve')
      await page.getByText('Say hello').click()
      await answer(page, 'reject')
      await expect.poll(() => alerts).toEqual(['User rejected request'])
      await page.evaluate(() => new Promise(requestAnimationFrame))
      expect(errors).toEqual([])
    })
  },
)
