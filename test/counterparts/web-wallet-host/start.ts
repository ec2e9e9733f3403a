import { readFile } from 'node:fs/promises'
import { build } from 'esbuild'
import { inPackage } from '../package-root.js'
import { type PageServer, startPageServer } from '../servers.js'
import { ETH_TOKEN, type StarknetTestNode } from '../starknet-node.js'
import { type HostSettings, SETTINGS_META } from './settings.js'

/** The e-mail wallet's host on its own origin. */
export interface WebWalletHost {
  readonly origin: string
  readonly server: PageServer
  /** It may be changed at any time; pages that are loaded later follow it. */
  readonly settings: HostSettings
  /** Restores the wallet's answer for a route that a test has replaced. */
  restore(path: string): void
  stop(): Promise<void>
}

/** The paths of the provider's host. */
export const HOST_PATHS = [
  '/',
  '/interstitialLogin',
  '/review',
  '/signMessage',
  '/signSessionKeys',
  '/executeSessionTx',
  '/iframes/comms',
]

/** The initial balance of a new account, in wei. */
const GIFT = 10n ** 18n

let script: Promise<string> | undefined

/** Bundles the page's script, with the trpc-browser and the tRPC 10 of this folder. */
function buildScript(): Promise<string> {
  script ??= build({
    entryPoints: [inPackage('test/counterparts/web-wallet-host/page.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'error',
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '')
  return script
}

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * Starts the host of an e-mail wallet. It deploys its accounts on the node when somebody logs in.
 *
 * @param node a node of the accounts' chain
 */
export async function startWebWalletHost(
  node: StarknetTestNode,
  { chain = 'SN_SEPOLIA', port = 0, ...given }: Partial<HostSettings> & { port?: number } = {},
): Promise<WebWalletHost> {
  const server = await startPageServer({ port })
  const settings: HostSettings = {
    dialect: 'both',
    chain,
    node: node.url,
    signalsFrame: true,
    answers: {},
    silent: [],
    updates: [],
    ...given,
  }
  const restore = (path: string) =>
    server.route(path, () => ({
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="${SETTINGS_META}" content="${escapeHtml(JSON.stringify(settings))}"><title>E-mail wallet</title><link rel="stylesheet" href="/style.css"><body><script type="module" src="/page.js"></script></body></html>`,
    }))
  for (const path of HOST_PATHS) restore(path)
  server.route('/page.js', async () => ({ body: await buildScript() }))
  server.route('/style.css', async () => ({
    body: await readFile(inPackage('test/counterparts/web-wallet-host/style.css')),
  }))
  server.route('/deploy', ({ body }) => {
    const account = JSON.parse(body)
    try {
      node.chain.getNonce(account.address)
    } catch {
      node.chain.deploy(account)
      node.chain.setBalance(ETH_TOKEN, account.address, GIFT)
    }
    return { status: 204, body: '' }
  })
  return { origin: server.origin, server, settings, restore, stop: () => server.stop() }
}
