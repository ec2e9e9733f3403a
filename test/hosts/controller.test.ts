import { readFileSync } from 'node:fs'
import { buildSync } from 'esbuild'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { untilStatus, useShop } from '../browser/support/shop.js'
import { installBeside } from './pack.js'

/** The wallet in the page, from its own package. It names no licence, so it is installed beside the project. */
const CONTROLLER = '@cartridge/controller@0.13.12'
const ACCOUNT = '0x1234567890abcdef1234567890abcdef1234567890abcdef1234567890abc'
const HASH = '0xabc123'
const BUTTON =
  '<wallet-connect-button id="one" app-name="Game" chains="starknet:SN_SEPOLIA"></wallet-connect-button>'
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
const account = ${JSON.stringify(ACCOUNT)}
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
const granted = { code: 'SUCCESS', address: account }
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
      isSession ? { code: 'USER_INTERACTION_REQUIRED' } : (await ask('sign')) ? ['0x1', '0x2'] : canceled,
    execute: () => async (calls, abis, details, isManual) =>
      !isManual
        ? { code: 'USER_INTERACTION_REQUIRED' }
        : (await ask('execute'))
          ? { code: 'SUCCESS', transaction_hash: ${JSON.stringify(HASH)} }
          : { ...canceled, error: { code: 0, message: 'User canceled' } },
  },
})`

beforeAll(() => {
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

/** Opens a page that has the wallet among its own scripts. */
const openGame = async () => {
  const node = ({ body, method }: { body: string; method: string }) => ({
    headers: { 'content-type': 'application/json', 'access-control-allow-headers': '*' },
    body:
      method === 'OPTIONS'
        ? ''
        : JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, result: '0x534e5f5345504f4c4941' }),
  })
  shop.cdn.route('/x/starknet/sepolia/rpc', node)
  shop.cdn.route('/keychain', {
    headers: { 'content-type': 'text/html' },
    body: `<!doctype html><title>Keychain</title><body><script>${scripts.keychain.replaceAll('</script', '<\\/script')}</script>`,
  })
  shop.server.route('/game.js', { headers: { 'content-type': 'text/javascript' }, body: scripts.page })
  return shop.open({
    body: `${BUTTON}<script src="/game.js" data-url="${shop.cdn.origin}"></script>`,
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
    expect(await signed).toEqual(['0x1', '0x2'])
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
})
