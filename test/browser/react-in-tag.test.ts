import { execSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { copyCheckout } from '../counterparts/copy-checkout.js'
import { untilStatus, useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()

/** Builds the script tag with the React of development, and serves it below /react-19/. */
beforeAll(() => {
  const tree = mkdtempSync(join(tmpdir(), 'react-in-tag-'))
  try {
    copyCheckout(tree)
    cpSync('tsup.config.ts', join(tree, 'tsup.config.ts'))
    mkdirSync(join(tree, 'dist'))
    const env = { ...process.env, WCB_REACT: 'development' }
    execSync('npx --no-install tsup --silent && node scripts/embed.mjs', { cwd: tree, env, stdio: 'pipe' })
    for (const path of readdirSync(join(tree, 'dist'), { recursive: true, encoding: 'utf8' }))
      if (/\.(js|json)$/.test(path))
        shop.server.route(`/react-19/${path}`, {
          body: readFileSync(join(tree, 'dist', path)),
          headers: { 'content-type': path.endsWith('.js') ? 'text/javascript' : 'application/json' },
        })
  } finally {
    rmSync(tree, { recursive: true, force: true })
  }
}, 180_000)

it('the script tag works with React 19 too: list, search, waiting, connected button, menu', async () => {
  const opened = await shop.open({
    script: '<script src="/react-19/embed.js" defer></script>',
    evmWallets: Array.from({ length: 9 }, (_, index) => walletCalled(`Wallet ${index}`)),
  })
  onTestFinished(() => opened.close())
  const { page, modal, element } = opened
  await opened.button.click()
  await modal.locator('.search').fill('wallet 7')
  await expect.poll(() => modal.locator('[part=wallet]').allInnerTexts()).toEqual(['Wallet 7'])
  await modal.locator('.search').fill('')
  await opened.row('Wallet 3').click()
  await untilStatus(page, 'connected')
  await expect.poll(() => element.locator('bdi').innerText()).toBe('0xf39F…2266')
  await opened.button.click()
  await opened.item('Copy address').waitFor()
  await opened.item('Disconnect').click()
  await untilStatus(page, 'idle')
})
