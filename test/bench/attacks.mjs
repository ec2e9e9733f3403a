import { parseArgs } from 'node:util'
import { launchChromium } from '../../scripts/launch-chromium.mjs'
import { ATTACKS } from './attacks/attacks.mjs'
import { buildPages, findStarknetkit } from './attacks/pages.mjs'
import { startSites } from './attacks/sites.mjs'
import { openVisit } from './attacks/visit.mjs'

/**
 * `node test/bench/attacks.mjs [--starknetkit <folder>] [--only <text>]`: shows what foreign pages and broken windows
 * can do to an e-mail wallet's client. It tests this package and the released starknetkit, side by side, in a real
 * browser.
 *
 * starknetkit is no dependency of this package. Install it in a separate folder and name the folder.
 */
const { values } = parseArgs({
  options: { starknetkit: { type: 'string' }, only: { type: 'string', default: '' } },
})
const peer = findStarknetkit(values.starknetkit)
if (!peer) {
  console.log(
    'starknetkit is not here, so only this package is attacked. To see both: run\n  mkdir ../starknetkit && cd ../starknetkit && npm init -y && npm install --ignore-scripts starknetkit starknet@8\nand then\n  node test/bench/attacks.mjs --starknetkit ../starknetkit\n',
  )
}

const clients = [{ name: 'wallet-connect-button', kind: 'ours' }]
if (peer) clients.push({ name: `starknetkit ${peer.version}`, kind: 'starknetkit' })

const files = await buildPages(peer)
const sites = await startSites(files)
// No request may leave this machine.
const browser = await launchChromium({
  args: ['--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1'],
  without: ['--disable-popup-blocking'],
})
try {
  const rows = []
  for (const attack of ATTACKS.filter(({ name }) => name.includes(values.only))) {
    const seen = []
    for (const { kind } of clients) {
      const visit = await openVisit(browser, sites, kind, attack)
      try {
        seen.push(await attack.run(visit))
      } catch (error) {
        seen.push(`the attack itself failed: ${String(error).split('\n')[0]}`)
      } finally {
        await visit.close()
      }
    }
    rows.push([attack.name, ...seen])
    console.log([attack.name, ...seen.map((text, index) => `${clients[index].name}: ${text}`)].join('\n  '))
  }
  console.log(`\nChromium ${browser.version()}\n`)
  console.log(
    `| attack | ${clients.map(({ name }) => name).join(' | ')} |\n|${'---|'.repeat(clients.length + 1)}`,
  )
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
} finally {
  await browser.close()
  sites.close()
}
