import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { launchChromium } from '../launch-chromium.mjs'

/** Serves `dist` and one page with a button. */
async function serve() {
  const page = `<!doctype html><html lang="en"><title>Page</title><link rel="icon" href="data:,"><script src="/dist/embed.js" defer></script><wallet-connect-button chains="starknet:SN_MAIN"></wallet-connect-button>`
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(page)
    if (!url.startsWith('/dist/') || !existsSync(`.${url}`)) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(`.${url}`))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() }
}

/** What a visitor downloads until a Starknet wallet is connected, in kB of gzip. */
async function measureStarknet() {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createScriptedStarknetWallet } from './dist/testing.js'
        createScriptedStarknetWallet({ nodes: { SN_MAIN: null } }).install()`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    format: 'iife',
    write: false,
    logLevel: 'error',
  })
  const { url, stop } = await serve()
  const browser = await launchChromium()
  const tab = await browser.newPage()
  await tab.addInitScript(outputFiles[0].text)
  await tab.addInitScript(() => {
    // What is fetched ahead for the menu comes after it, and is not what the visitor waits for.
    document.addEventListener('wallet_connected', () => {
      window.fetched = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
    })
  })
  await tab.goto(url)
  await tab.locator('wallet-connect-button [part=button]').click()
  await tab.locator('wallet-connect-modal [part=wallet]').first().waitFor()
  await tab.waitForLoadState('networkidle')
  await tab.locator('wallet-connect-modal [part=wallet]').first().click()
  await tab.waitForFunction(() => 'fetched' in window)
  const files = new Set(await tab.evaluate(() => window.fetched))
  await browser.close()
  stop()
  const bytes = [...files]
    .filter((file) => file.startsWith('/dist/'))
    .reduce((sum, file) => sum + gzipSync(readFileSync(`.${file}`), { level: 9 }).length, 0)
  return String(Math.ceil(bytes / 1000))
}

/** What `npm install wallet-connect-button` installs: packages, and MB on the disk. */
function measureInstall() {
  const folder = mkdtempSync(join(tmpdir(), 'facts-'))
  try {
    const printed = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 2 ** 26,
      }),
    )
    const [{ filename }] = Array.isArray(printed) ? printed : Object.values(printed)
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    execFileSync('npm', ['install', `./${filename}`], { cwd: folder, stdio: 'ignore' })
    const modules = join(folder, 'node_modules')
    const files = readdirSync(modules, { recursive: true, encoding: 'utf8' })
    const bytes = files.reduce((sum, file) => {
      const entry = lstatSync(join(modules, file))
      return sum + (entry.isFile() ? entry.size : 0)
    }, 0)
    const packages = files.filter((file) =>
      /(^|node_modules\/)(@[^/]+\/)?[^/@.][^/]*\/package\.json$/.test(file),
    )
    return { packages: String(packages.length), megabytes: String(Math.ceil(bytes / 1e6)) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The facts that need a browser and the registry. */
export const measureFacts = async () => ({ starknet: await measureStarknet(), ...measureInstall() })
