import { execFileSync } from 'node:child_process'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { walletCalled } from '../browser/support/wallets.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { blocksIn, type CodeBlock } from '../counterparts/code-blocks.js'
import { readHash, routeCdn } from '../hosts/site.js'
import { startWordPress, type WordPress } from './wordpress.js'

const blocks = blocksIn('php')
const find = (part: string): string => {
  const found = blocks.find(({ file, code }) => file === 'docs/hosts/wordpress.md' && code.includes(part))
  if (!found) throw new Error(`docs/hosts/wordpress.md has no block with ${part}`)
  return found.code.replace(/sha384-[^'"]+/, readHash())
}
const open = useChromium()
let site: WordPress

beforeAll(async () => {
  site = await startWordPress()
  // What stands on that page is for sites without the plugin.
  await site.php("deactivate_plugins('wallet-connect-button/wallet-connect-button.php');")
  site.always('script', find('wp_enqueue_script') + find('script_loader_tag'))
})
afterEach(() => {
  site.always('tag', null)
  expect(site.log.splice(0), 'PHP has nothing to complain about').toEqual([])
})
afterAll(() => site?.close())

/** A visitor connects on a page whose script comes from the CDN of the document. @returns the tag as it is in the page */
async function connect(url: string): Promise<string> {
  const { page, context, errors } = await open({ evmWallets: [walletCalled('Alpha'), walletCalled('Beta')] })
  await routeCdn(context)
  await page.goto(url)
  const script = page.locator('script[src*="unpkg.com"]')
  expect([await script.getAttribute('integrity'), await script.getAttribute('crossorigin')]).toEqual([
    readHash(),
    'anonymous',
  ])
  const tag = page.locator('wallet-connect-button')
  const written = await tag.evaluate((node) => node.getAttributeNames().sort().join(' '))
  await tag.locator('[part=button]').click()
  await page.locator('wallet-connect-modal').getByRole('button', { name: 'Beta', exact: true }).click()
  await page.waitForFunction(() => document.querySelector('wallet-connect-button')?.status === 'connected')
  expect(errors).toEqual([])
  return written
}

describe('the PHP of the documents, on a site without the plugin', () => {
  it.each(blocks.map((block: CodeBlock) => [`${block.file}:${block.line}`, block.code] as const))(
    'at %s is well formed',
    (_, code) => {
      expect(execFileSync('php', ['-l'], { input: `<?php ${code}`, encoding: 'utf8' })).toContain(
        'No syntax errors',
      )
    },
  )

  it('lets an author write the tag, and no attribute that is not named', async () => {
    site.always('tag', find('wp_kses_allowed_html'))
    const written =
      '<wallet-connect-button label="Pay" chains="eip155:1" data-base="https://evil.example/" onclick="x()"></wallet-connect-button>'
    const names = await connect(await site.publish(written, 'author'))
    expect(names.split(' ').filter((name) => !name.startsWith('data-status'))).toEqual(['chains', 'label'])
  })

  it('gives authors a shortcode', async () => {
    site.always('tag', find('add_shortcode'))
    expect(await connect(await site.publish('[wallet_button chains="eip155:1"]', 'author'))).toContain(
      'app-name chains',
    )
  })
})
