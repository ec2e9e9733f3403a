import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ACCOUNTS } from '../browser/support/wallets.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { inPackage } from '../counterparts/package-root.js'
import { makeFolder, packProject } from '../hosts/pack.js'

const page = readFileSync(inPackage('docs/first-steps.md'), 'utf8')
/** The block of code that a sentence introduces. */
const after = (words: string): string => {
  const [, code] = page.slice(page.indexOf(words)).match(/^```\w+\n(.*?)^```$/ms) ?? []
  if (!page.includes(words) || !code) throw new Error(`docs/first-steps.md has no code after ${words}`)
  return code
}

const open = useChromium()
const folder = makeFolder('first-steps')
let anvil: Anvil
let server: ChildProcess
beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1 })
})
afterAll(async () => {
  server?.kill()
  await anvil?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function findFreePort(): Promise<number> {
  const reserved = createServer().listen(0)
  await new Promise((resolve) => reserved.once('listening', resolve))
  const { port } = reserved.address() as { port: number }
  await new Promise((resolve) => reserved.close(resolve))
  return port
}

/** Asks the server at once and holds its answers back. `held` settles with the first, `release` once the page has them all. */
async function holdAnswers(tab: Page, url: string) {
  let letGo = () => {}
  let arrive = () => {}
  const opened = new Promise<void>((resolve) => (letGo = resolve))
  const held = new Promise<void>((resolve) => (arrive = resolve))
  const given: Promise<void>[] = []
  await tab.route(url, (route) => {
    const answer = route.fetch().then(async (response) => {
      arrive()
      await opened
      await route.fulfill({ response })
    })
    given.push(answer)
    return answer
  })
  const release = async () => {
    letGo()
    await Promise.all(given)
    // The page's own code runs before this question of the test is answered.
    await tab.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  }
  return { held, release }
}

it('who follows docs/first-steps.md to the letter, in an empty folder, is signed in, and still is after a reload', async () => {
  const [install = ''] = after('A folder with the package').match(/npm install .*/) ?? []
  expect(install).toBe('npm install wallet-connect-button hono @hono/node-server')
  execFileSync('npm', ['init', '-y'], { cwd: folder, stdio: 'ignore' })
  const [, , , ...others] = install.split(' ')
  execFileSync('npm', ['install', packProject(), ...others], { cwd: folder, stdio: 'ignore' })
  const port = await findFreePort()
  const atPort = (code: string) =>
    code.replaceAll('3000', String(port)).replaceAll('http://127.0.0.1:8545', anvil.url)
  const wallet =
    after('No wallet in this browser?\n').includes('npx') && after('put a test wallet on the page')
  writeFileSync(
    join(folder, 'index.html'),
    atPort(after('`index.html`:').replace('</body>', `${wallet}</body>`)),
  )
  writeFileSync(join(folder, 'server.mjs'), atPort(after('`server.mjs`:')))
  server = spawn(process.execPath, ['server.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const printed = await new Promise<string>((resolve) =>
    server.stdout?.on('data', (text) => resolve(String(text))),
  )
  const [url = ''] = /http:\S+/.exec(printed) ?? []

  const { page: tab, errors, console: lines } = await open({ url })
  await tab.getByText('Nobody is signed in.').waitFor()
  await tab.getByRole('button', { name: 'Connect wallet' }).click()
  await tab.getByText(`Signed in as ${ACCOUNTS[0]}.`).waitFor()
  await tab.reload()
  await tab.getByText(`Signed in as ${ACCOUNTS[0]}.`).waitFor()
  // The button has taken the session up, as well as the page.
  await tab.waitForFunction(
    () => document.querySelector('wallet-connect-button')?.state?.auth.status === 'signed-in',
  )

  // The visitor disconnects while the server's answer “Signed in” is on its way: it comes too late to count.
  const { held, release } = await holdAnswers(tab, '**/members')
  await tab.reload()
  await held
  await tab.waitForFunction(
    () => document.querySelector('wallet-connect-button')?.state?.auth.status === 'signed-in',
  )
  await tab.evaluate(() => document.querySelector('wallet-connect-button')?.disconnect())
  await tab.getByText('Nobody is signed in.').waitFor()
  await release()
  expect(await tab.locator('#who').innerText()).toBe('Nobody is signed in.')
  // The server hears of it as well.
  await expect
    .poll(async () => await tab.evaluate(() => fetch('/members').then((answer) => answer.text())))
    .toBe('Nobody is signed in.')
  expect(errors).toEqual([])
  expect(lines.filter((line) => !/status of 40\d/.test(line))).toEqual([])
})
