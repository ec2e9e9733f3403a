import { readFileSync } from 'node:fs'
import { buildSync } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSignIn } from '../../src/exports/server.js'
import { createScriptedAccount } from '../../src/testing/starknet/account.js'
import { hashTypedData } from '../../src/testing/starknet/typed-data-hash.js'
import { untilStatus, useShop } from '../browser/support/shop.js'
import { serveSignIn } from '../browser/support/sign-in-api.js'
import { inPackage } from '../counterparts/package-root.js'
import { type StarknetTestNode, startStarknetNode } from '../counterparts/starknet-node.js'
import { installBeside } from './pack.js'

/** The wallet in the page, from its own package. It names no licence, so it is installed beside the project. */
const CONTROLLER = '@cartridge/controller@0.13.12'
const KEY = '0xca27'
const ACCOUNT = createScriptedAccount(KEY)
const HASH = '0xabc123'
const toButton = (more = '') =>
  `<wallet-connect-button id="one" app-name="Game" chains="starknet:SN_SEPOLIA" ${more}></wallet-connect-button>`
const DATA = {
  types: {
    StarknetDomain: [
      { name: 'name', type: 'shortstring' },
      { name: 'version', type: 'shortstring' },
      { name: 'chainId', type: 'shortstring' },
      { name: 'revision', type: 'shortstring' },
    ],
    Move: [{ name: 'to', type: 'felt' }],
  },
  primaryType: 'Move',
  domain: { name: 'Game', version: '1', chainId: 'SN_SEPOLIA', revision: '1' },
  message: { to: '0x1' },
}

const shop = useShop()
let node: StarknetTestNode
let scripts: Record<'page' | 'keychain', string>

/** The recipe's script, with the addresses of the test. */
function readRecipe(): string {
  const [, recipe = ''] =
    /```js\n(import Controller[^`]*)```/.exec(readFileSync('docs/recipes.md', 'utf8')) ?? []
  const options = "url: url + '/keychain', chains: [{ rpcUrl: url + '/x/starknet/sepolia/rpc' }]"
  const script = recipe.replace(/chains: \[[^\]]*\]/, options)
  if (script === recipe) throw new Error('docs/recipes.md has no recipe for the Controller')
  return `${script}\nconst { url } = document.currentScript.dataset`.replace(
    /^(import .*\n)([\s\S]*)\n(const .*)$/,
    '$1$3\n$2',
  )
}

/** The wallet's own site, in the frame: it asks the visitor by two buttons, and remembers the grant. */
const KEYCHAIN = `
import { connectToParent } from '@cartridge/penpal'
import { createScriptedAccount } from ${JSON.stringify(inPackage('src/testing/starknet/account.ts'))}
import { hashTypedData } from ${JSON.stringify(inPackage('src/testing/starknet/typed-data-hash.ts'))}
const account = createScriptedAccount(${JSON.stringify(KEY)})
const stranger = createScriptedAccount('0xbad')
const ask = (word) => new Promise((resolve) => {
  document.body.replaceChildren(...['Approve', 'Refuse'].map((name) => {
    const button = document.createElement('button')
    button.textContent = name + ' ' + word
    button.onclick = () => {
      document.body.replaceChildren()
      resolve(name === 'Approve')
    }
    return button
  }))
})
const canceled = { code: 'CANCELED', message: 'Canceled' }
const granted = { code: 'SUCCESS', address: account.address }
connectToParent({
  methods: {
    probe: () => () => localStorage.granted ? granted : Promise.reject({ code: 'NOT_CONNECTED', message: 'Not connected' }),
    connect: () => async () => {
      if (!(await ask('connect'))) return canceled
      localStorage.granted = 'yes'
      return granted
    },
    disconnect: () => () => localStorage.removeItem('granted'),
    signMessage: () => async (data, address, isSession) =>
      isSession ? { code: 'USER_INTERACTION_REQUIRED' } : (await ask('sign'))
          ? (localStorage.forges ? stranger : account).sign(hashTypedData(data, account.address))
          : canceled,
    execute: () => async (calls, abis, details, isManual) =>
      !isManual
        ? { code: 'USER_INTERACTION_REQUIRED' }
        : (await ask('execute'))
          ? { code: 'SUCCESS', transaction_hash: ${JSON.stringify(HASH)} }
          : { ...canceled, error: { code: 0, message: 'User canceled' } },
  },
})`

beforeAll(async () => {
  node = await startStarknetNode({ chain: 'SN_SEPOLIA' })
  node.chain.deploy(ACCOUNT)
  const folder = installBeside('controller', CONTROLLER)
  const bundle = (contents: string) =>
    buildSync({
      stdin: { contents, resolveDir: folder },
      bundle: true,
      write: false,
      platform: 'browser',
      format: 'iife',
    }).outputFiles[0]?.text ?? ''
  scripts = {
    page: bundle(readRecipe()),
    keychain: bundle(KEYCHAIN),
  }
}, 240_000)
afterAll(() => node?.close())

/** Opens a page that has the wallet among its own scripts. */
const openGame = async (more = '') => {
  // The Controller reads the chain from its node's address, so the node has that address here.
  shop.cdn.route('/x/starknet/sepolia/rpc', async ({ body, method }) => ({
    headers: { 'content-type': 'application/json', 'access-control-allow-headers': '*' },
    body: method === 'OPTIONS' ? '' : await (await fetch(node.url, { method, body })).text(),
  }))
  shop.cdn.route('/keychain', {
    headers: { 'content-type': 'text/html' },
    body: `<!doctype html><title>Keychain</title><body><script>${scripts.keychain.replaceAll('</script', '<\\/script')}</script>`,
  })
  shop.server.route('/game.js', { headers: { 'content-type': 'text/javascript' }, body: scripts.page })
  return shop.open({
    body: `${toButton(more)}<script src="/game.js" data-url="${shop.cdn.origin}"></script>`,
    expectsErrors: true,
  })
}
const keychain = (page: Page) => page.frameLocator('#controller-keychain')
const answer = (page: Page, name: string) => keychain(page).getByRole('button', { name })
const ask = <T>(
  page: Page,
  method: 'signTypedData' | 'execute' | 'connect' | 'watchAsset',
  params: unknown,
): Promise<T> =>
  page.evaluate(
    ([name, value]) => {
      const element = document.querySelector('wallet-connect-button') as unknown as Record<
        string,
        (value: unknown) => Promise<unknown>
      >
      return (element[name as string] as (value: unknown) => Promise<unknown>)(value).catch(
        (error: { code: string }) => error.code,
      )
    },
    [method, params] as const,
  ) as Promise<T>

describe('Cartridge Controller from its package (SW03)', () => {
  it('is approved by mouse from the list, refused, approved by keys, signs, executes, is restored and disconnected', async () => {
    const { page, button, row, modal, heard } = await openGame()
    await button.click()
    await row('Controller').click()
    await answer(page, 'Refuse connect').click()
    await modal.getByRole('button', { name: 'Try again' }).click()
    await answer(page, 'Approve connect').click()
    await untilStatus(page, 'connected')
    await modal.waitFor({ state: 'detached' })
    expect(await heard('connected')).toHaveLength(1)

    const signed = ask(page, 'signTypedData', DATA)
    await answer(page, 'Approve sign').click()
    expect(await signed).toEqual(ACCOUNT.sign(hashTypedData(DATA, ACCOUNT.address)))
    const sent = ask(page, 'execute', [{ contractAddress: '0x1', entrypoint: 'move', calldata: [] }])
    await answer(page, 'Approve execute').focus()
    await page.keyboard.press('Enter')
    expect(await sent).toEqual({ transactionHash: HASH })
    const refused = ask(page, 'execute', [{ contractAddress: '0x1', entrypoint: 'move', calldata: [] }])
    await answer(page, 'Refuse execute').click()
    expect(await refused).toBe('user_rejected')

    await page.reload()
    await untilStatus(page, 'connected')
    await page.evaluate(() =>
      (document.querySelector('wallet-connect-button') as unknown as { disconnect(): unknown }).disconnect(),
    )
    await untilStatus(page, 'idle')
    await page.reload()
    await untilStatus(page, 'idle')
    expect(await heard('connected')).toEqual([])
  })

  it('is approved by keys after connect({ walletId }), and its refusals are refusals (SW05)', async () => {
    const { page } = await openGame()
    await untilStatus(page, 'idle')
    const connected = ask(page, 'connect', { walletId: 'controller' })
    await answer(page, 'Approve connect').focus()
    await page.keyboard.press('Enter')
    await connected
    await untilStatus(page, 'connected')

    // Without any error of its own, and with the reason in `data` alone.
    const refused = ask(page, 'signTypedData', DATA)
    await answer(page, 'Refuse sign').click()
    expect(await refused).toBe('user_rejected')
    const asset = { type: 'ERC20', options: { address: '0x5' } }
    expect(await ask(page, 'watchAsset', asset)).toBe('not_implemented')
  })

  /** A page that asks for a sign-in after connecting, the server behind it, and the Controller's frame. */
  const openMembers = async () => {
    const { origin } = shop.server
    const domain = new URL(origin).host
    const rpc = { 'starknet:SN_SEPOLIA': node.url }
    serveSignIn(shop.server, createSignIn({ domain, scheme: 'http', chains: ['starknet:SN_SEPOLIA'], rpc }))
    const game = await openGame('sign-in="on-connect" api-url="/api"')
    const { page } = game
    const element = await page.waitForSelector('#controller-keychain', { state: 'attached' })
    const frame = await element.contentFrame()
    if (!frame) throw new Error('The Controller has no frame')
    const session = () =>
      page.evaluate(async () => (await (await fetch('/api/signIn.session')).json()).result.data ?? null)
    await game.button.click()
    await game.row('Controller').click()
    return { ...game, frame, session }
  }

  it('connects and signs in to the server in the one frame that it keeps, and stays signed in over a reload (EW41)', async () => {
    const { page, frame, modal, heard, session } = await openMembers()
    const birth = () => frame.evaluate(() => performance.timeOrigin)
    const before = await birth()
    await answer(page, 'Approve connect').click()
    await answer(page, 'Approve sign').click()
    await modal.getByRole('heading', { name: 'Signed in' }).waitFor()
    expect(await birth()).toBe(before)
    const account = { namespace: 'starknet', address: ACCOUNT.address, chainId: 'starknet:SN_SEPOLIA' }
    expect(await session()).toEqual(account)
    expect((await heard('signed_in', 'document')).map(({ detail }) => detail)).toMatchObject([
      { ...account, verified: true },
    ])
    expect(node.methods).toContain('starknet_call')

    await page.reload()
    await untilStatus(page, 'connected')
    expect(await session()).toEqual(account)
  })

  it('stays connected and nobody is signed in when the visitor refuses, or when another key has signed (EW41)', async () => {
    const { page, frame, modal, session } = await openMembers()
    await answer(page, 'Approve connect').click()
    await answer(page, 'Refuse sign').click()
    await modal.getByRole('heading', { name: 'You declined in Controller.' }).waitFor()
    await untilStatus(page, 'connected')
    await frame.evaluate(() => localStorage.setItem('forges', 'yes'))
    await modal.getByRole('button', { name: 'Try again' }).click()
    await answer(page, 'Approve sign').click()
    await modal.getByRole('heading', { name: 'Could not sign in' }).waitFor()
    expect(await session()).toBe(null)
  })
})
