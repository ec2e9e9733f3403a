import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as reservePort } from 'node:net'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACCOUNTS, walletCalled } from '../browser/support/wallets.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { blocksIn } from '../counterparts/code-blocks.js'
import { makeFolder, packProject } from './pack.js'

/** An example below demo/hosts, and the folder of its built page; Next serves itself. */
const APPS = [
  ['React 18 with Vite', 'react-18', 'dist'],
  ['React 19 with Vite', 'react-19', 'dist'],
  ['Vue 3', 'vue', 'dist'],
  ['Svelte 5', 'svelte', 'dist'],
  ['plain webpack', 'webpack', 'dist'],
  ['Astro', 'astro', 'dist'],
  ['Angular', 'angular', 'dist/browser'],
  ['Next with a server component and a route', 'next', ''],
] as const

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const open = useChromium()
let anvil: Anvil
const ends: (() => void)[] = []
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(async () => {
  for (const end of ends) end()
  await anvil?.stop()
})

/** Messages of the tools about this machine, or about their own packages. */
const NOT_OURS =
  /npm warn|npmrc|EBADENGINE|baseline|telemetry|Update available|New version|next\.config|lockfile/i

/**
 * Installs an example from its lockfile and the packed package, and builds it.
 *
 * @param packages others than those of the lockfile
 * @param files more files of the example, by name
 * @returns its folder, and the warnings of the build
 */
function build(
  name: string,
  packages: readonly string[] = [],
  files: Record<string, string> = {},
): { folder: string; warnings: string[] } {
  const folder = makeFolder(name)
  cpSync(join('demo/hosts', name), folder, { recursive: true })
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  const env = {
    ...process.env,
    CI: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    ASTRO_TELEMETRY_DISABLED: '1',
    NG_CLI_ANALYTICS: 'false',
    // Vitest's own value would leave out what a build needs.
    NODE_ENV: undefined,
  }
  const run = (...args: string[]) => spawnSync('npm', args, { cwd: folder, encoding: 'utf8', env })
  const { status: installed, stderr: failure } = run(
    'install',
    '--no-save',
    '--no-audit',
    '--no-fund',
    packProject(),
    ...packages,
  )
  expect(installed, `npm install of ${name}: the network or a package has failed\n${failure}`).toBe(0)
  const { status, stdout, stderr } = run('run', 'build')
  expect(status, `${stdout}\n${stderr}`).toBe(0)
  const lines = `${stdout}\n${stderr}`.split('\n').filter((line) => !NOT_OURS.test(line))
  return { folder, warnings: lines.filter((line) => /\bwarn|critical dependency|can't resolve/i.test(line)) }
}

/** Serves a folder's files. */
async function serveFiles(folder: string): Promise<string> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://host')
    const file = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname)
    if (!existsSync(file)) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
    response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(() => server.close())
  return `http://localhost:${(server.address() as AddressInfo).port}/`
}

/** Starts Next's own server. */
async function startNext(folder: string): Promise<string> {
  const port = await new Promise<number>((resolve) => {
    const reserved = reservePort().listen(0, () => {
      const { port: free } = reserved.address() as AddressInfo
      reserved.close(() => resolve(free))
    })
  })
  const child: ChildProcess = spawn(
    process.execPath,
    ['node_modules/next/dist/bin/next', 'start', '-p', String(port)],
    {
      cwd: folder,
      env: { ...process.env, DOMAIN: `localhost:${port}`, NEXT_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  ends.push(() => child.kill('SIGKILL'))
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('next start has ended')))
    child.stdout?.on('data', (text) => /Ready/.test(String(text)) && resolve())
  })
  return `http://localhost:${port}/`
}

describe('an application that has installed the package', () => {
  it.each(APPS)(
    'lists, connects, gets events, signs, reloads and takes an object as property, with an empty console: %s',
    async (_, name, output) => {
      const { folder, warnings } = build(name)
      expect(warnings).toEqual([])
      const url = name === 'next' ? await startNext(folder) : await serveFiles(join(folder, output))
      const wallet = walletCalled('Alpha', { approve: 'always', rpcUrls: { 31337: anvil.url } })
      const { page, console: lines, errors } = await open({ url, evmWallets: [wallet, walletCalled('Beta')] })

      await page.locator('wallet-connect-button [part=button]').click()
      const row = page.locator('wallet-connect-modal').getByRole('button', { name: /Alpha/ })
      await row.click()
      await expect.poll(() => page.locator('#account').innerText(), { timeout: 15_000 }).toBe(ACCOUNTS[0])
      expect(await page.locator('#heard').innerText()).toBe(ACCOUNTS[0])
      const names = await page.evaluate(() =>
        document.querySelector('wallet-connect-button')?.networks?.map(({ name: network }) => network),
      )
      expect(names).toEqual(['Local chain'])
      await page.locator('#sign').click()
      await expect
        .poll(() => page.locator('#signature').innerText(), { timeout: 15_000 })
        .toMatch(/^0x[0-9a-f]{130}$/)
      if (name === 'next') {
        await page.locator('#sign-in').click()
        await expect.poll(() => page.locator('#auth').innerText(), { timeout: 15_000 }).toBe('signed-in')
      }
      await page.reload()
      await expect.poll(() => page.locator('#account').innerText(), { timeout: 15_000 }).toBe(ACCOUNTS[0])
      expect(errors).toEqual([])
      expect(lines).toEqual([])
      execFileSync('rm', ['-rf', folder])
    },
  )

  it('NC03: builds with Next 15 without a warning by the configuration of its guide, and shows its list', async () => {
    const guide = blocksIn('js').find(({ code }) => code.includes('IgnorePlugin'))
    expect(guide?.file).toBe('docs/hosts/next.md')
    const files = { 'next.config.mjs': guide?.code as string }
    const { folder, warnings } = build('next', ['next@15.5.29'], files)
    expect(warnings).toEqual([])
    const evmWallets = [walletCalled('Alpha'), walletCalled('Beta')]
    const { page, errors } = await open({ url: await startNext(folder), evmWallets })
    await page.locator('wallet-connect-button [part=button]').click()
    await page.locator('wallet-connect-modal').getByRole('button', { name: /Alpha/ }).waitFor()
    expect(errors).toEqual([])
  })
})
