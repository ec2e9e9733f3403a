import { expect, it } from 'vitest'
import { useShop } from './support/shop.js'
import { walletCalled } from './support/wallets.js'

const shop = useShop()
const evmWallets = [walletCalled('Alpha'), walletCalled('Beta')]

/** The content of `dist/integrity.json`: file → hash. */
const readHashes = (): Record<string, string> =>
  JSON.parse(new TextDecoder().decode(shop.built.get('integrity.json')))

it('the list is shown under a policy with hashes and strict-dynamic, as docs/hosts/self-hosting.md says', async () => {
  const integrity = readHashes()['embed.js'] as string
  const opened = await shop.open({
    evmWallets,
    csp: `default-src 'none'; script-src '${integrity}' 'strict-dynamic'; img-src data:`,
    script: `<script src="/dist/embed.js" integrity="${integrity}" crossorigin="anonymous" defer></script>`,
  })
  await opened.button.click()
  await opened.row('Alpha').waitFor()
  expect(opened.violations).toEqual([])
})
