import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import ts from 'typescript'
import { type Hex, verifyMessage } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { createInjectedConnector } from '../../src/connectors/evm/injected/connector.js'
import type { WalletConnectButton } from '../../src/element/button-api.js'
import { type Anvil, startAnvil } from '../counterparts/anvil.js'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { inPackage } from '../counterparts/package-root.js'
import { type PageServer, startPageServer } from '../counterparts/servers.js'
import { ACCOUNTS } from './support/wallets.js'

declare global {
  interface Window {
    guide: {
      createNodeWallet(url: string, allow?: (question: string) => Promise<boolean>): never
      createInjectedConnector: typeof createInjectedConnector
    }
    answers: Record<string, boolean>
    element(): WalletConnectButton
  }
}

const open = useChromium()
let node: Anvil
let server: PageServer
let folder: string
let example: string

beforeAll(async () => {
  const guide = await readFile(inPackage('docs/add-a-wallet.md'), 'utf8')
  example = /```ts file=node-wallet\.ts\n(.*?)```/s.exec(guide)?.[1] ?? ''
  folder = await mkdtemp(join(tmpdir(), 'add-a-wallet-'))
  await writeFile(join(folder, 'node-wallet.ts'), example)
  const { outputFiles } = await build({
    stdin: {
      contents: `import '${inPackage('src/exports/index.ts')}'
import { createNodeWallet } from '${join(folder, 'node-wallet.ts')}'
import { createInjectedConnector } from 'wallet-connect-button/client'
window.guide = { createNodeWallet, createInjectedConnector }
window.answers = {}
window.element = () => document.querySelector('wallet-connect-button')
const button = document.createElement('wallet-connect-button')
button.chains = 'eip155:31337'
button.wallets = 'node'
button.connectors = [createNodeWallet(location.hash.slice(1), async (question) => answers[question] ?? true)]
document.body.append(button)`,
      resolveDir: inPackage('.'),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    alias: { 'wallet-connect-button/client': inPackage('src/exports/client.ts') },
    define: { __WCB_PARTS__: 'undefined', __WCB_VERSION__: '"0"', 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  })
  ;[node, server] = await Promise.all([startAnvil(), startPageServer()])
  server.route('/app.js', { body: outputFiles[0]?.text ?? '' })
  server.page('/', '<!doctype html><title>Shop</title><body><script type="module" src="/app.js"></script>')
})
afterAll(() =>
  Promise.all([node?.stop(), server?.stop(), folder && rm(folder, { recursive: true, force: true })]),
)

const openShop = async () => {
  const opened = await open({ url: `${server.origin}/#${node.url}` })
  await opened.page.waitForFunction(() => 'guide' in window)
  return opened
}

describe('the wallet of the guide', () => {
  it('connects, signs valid signatures, is restored after a reload, and is forgotten after a disconnect', async () => {
    const { page, errors } = await openShop()
    const shown = await page.evaluate(() => window.element().connect())
    expect(shown).toMatchObject({
      connector: { id: 'node', key: 'developmentnode', subtitle: 'Unlocked account' },
    })
    expect(await page.evaluate(() => [window.element().account, window.element().chainId])).toEqual([
      ACCOUNTS[0],
      'eip155:31337',
    ])
    const signature = (await page.evaluate(() => window.element().signMessage('Tea, please'))) as Hex
    expect(await verifyMessage({ address: ACCOUNTS[0], message: 'Tea, please', signature })).toBe(true)
    expect(
      await page.evaluate(() =>
        window
          .element()
          .switchChain({ chainId: 1 })
          .catch(({ message }) => message),
      ),
    ).toBe('Network switching is only supported through the wallet')

    await page.reload()
    await page.waitForFunction(() => window.element?.().status === 'connected')
    await page.evaluate(() => window.element().disconnect())
    expect(
      await page.evaluate(() => [window.element().status, sessionStorage.length, localStorage.length]),
    ).toEqual(['idle', 0, 0])
    expect(errors).toEqual([])
  })

  it('is refused like any other wallet', async () => {
    const { page } = await openShop()
    const refused = await page.evaluate(async () => {
      window.answers['Connect?'] = false
      return window
        .element()
        .connect()
        .catch(({ code, name }) => [code, name])
    })
    expect(refused).toEqual(['user_rejected', 'UserRejectedRequestError'])
  })

  it('needs no more than the types that the package exports', () => {
    const file = join(folder, 'node-wallet.ts')
    const program = ts.createProgram([file], {
      strict: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
      skipLibCheck: true,
      types: [],
      paths: { 'wallet-connect-button/client': [inPackage('src/exports/client.ts')] },
    })
    const found = ts
      .getPreEmitDiagnostics(program)
      .filter((one) => one.file?.fileName === file)
      .map((one) => ts.flattenDiagnosticMessageText(one.messageText, '\n'))
    expect(found).toEqual([])
  })
})

describe('a wallet with an EIP-1193 provider', () => {
  it('needs one call', async () => {
    const { page } = await openShop()
    const connected = await page.evaluate(async (url) => {
      let id = 0
      const provider = {
        async request({ method, params = [] }: { method: string; params?: unknown }) {
          const body = JSON.stringify({ jsonrpc: '2.0', id: ++id, method, params })
          const answer = await fetch(url, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          })
          return (await answer.json()).result
        },
      }
      window.element().wallets = ''
      window.element().connectors = [
        window.guide.createInjectedConnector({ id: 'com.example', name: 'Example', icon: '', provider }),
      ]
      await window.element().connect({ walletId: 'com.example' })
      return [
        window.element().wallet?.name,
        window.element().account,
        await window.element().signMessage('Tea'),
      ]
    }, node.url)
    expect(connected.slice(0, 2)).toEqual(['Example', ACCOUNTS[0]])
    expect(
      await verifyMessage({ address: ACCOUNTS[0], message: 'Tea', signature: connected[2] as Hex }),
    ).toBe(true)
  })
})
