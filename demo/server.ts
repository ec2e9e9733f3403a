import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Anvil, startAnvil } from '../test/counterparts/anvil.js'
import { inPackage } from '../test/counterparts/package-root.js'
import { type Relay, startRelay } from '../test/counterparts/relay.js'
import { type PageServer, type PageServerOptions, startPageServer } from '../test/counterparts/servers.js'
import { type StarknetTestNode, startStarknetNode } from '../test/counterparts/starknet-node.js'
import { buildTestingScript } from '../test/counterparts/testing-script.js'
import { createBundlerApps, createPageScripts } from './apps.js'
import { type DemoCoinbase, startDemoCoinbase } from './coinbase/site.js'
import { createGalleryFiles, readGalleryPage } from './gallery/serve.js'
import { DEMO_PAGES, pathOf, STRICT_POLICY } from './pages.js'
import { type DemoAddresses, renderPage } from './render.js'
import { addSignIn } from './sign-in/backend.js'
import { addForm } from './sign-in/forms.js'
import { type DemoWebWallet, startDemoWebWallet } from './web-wallet/host.js'

/** Options of {@link startDemo}. */
export interface DemoOptions {
  /** The first port to try; 0 for any. */
  port?: number
  /** Prints nothing. */
  quiet?: boolean
  /** The folder with the built package. */
  dist?: string
}

/** A running demo. */
export interface Demo {
  /** The first page. */
  readonly url: string
  /** Another origin that serves the package, as a CDN does. */
  readonly cdn: string
  /** The local chains 31337 and 31338. */
  readonly nodes: readonly Anvil[]
  /** The local Starknet chain. */
  readonly starknet: StarknetTestNode
  /** Its requests, its reports of violations, and a way to change the answer of a path. */
  readonly server: PageServer
  readonly cdnServer: PageServer
  /** The relay between the pages and the phone. */
  readonly relay: Relay
  /** The address of a page: a name of {@link DEMO_PAGES}, `blank` or `blank-csp`. */
  page(name: string): string
  stop(): Promise<void>
}

const DEFAULT_PORT = 4_310
const PORTS_TRIED = 10

/** Starts on the first free port. */
async function startNear(port: number, options: PageServerOptions): Promise<PageServer> {
  for (let next = port; port > 0 && next < port + PORTS_TRIED; next += 1) {
    try {
      return await startPageServer({ ...options, port: next })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
  return startPageServer({ ...options, port: 0 })
}

async function addPages(
  server: PageServer,
  addresses: DemoAddresses,
  webWallet: DemoWebWallet,
  coinbase: DemoCoinbase,
): Promise<void> {
  for (const page of DEMO_PAGES) {
    const html = coinbase.fill(webWallet.fill(await renderPage(page, addresses)))
    if (page.name === 'forms')
      addForm(
        server,
        html,
        addresses.nodes.map(({ chainId }) => `eip155:${chainId}`),
      )
    else server.page(pathOf(page.name), html, page.csp ? { csp: page.csp } : {})
  }
  const blank = await readFile(inPackage('demo/pages/blank.html'), 'utf8')
  server.page('/blank', blank)
  server.page('/gallery', await readGalleryPage())
  server.page('/blank-csp', blank, { csp: STRICT_POLICY })
  server.page('/studio-frame', await readFile(inPackage('demo/pages/studio-frame.html'), 'utf8'))
  for (const file of ['style.css', 'studio-frame.css', 'icon.svg', 'theme.js']) {
    server.route(`/${file}`, async () => ({ body: await readFile(inPackage('demo', file)) }))
  }
  // The product page leads to documents, which the demo has as they are written.
  for (const name of ['getting-started', 'first-steps', 'comparison', 'rules'])
    server.route(`/${name}`, async () => ({
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: await readFile(inPackage('docs', `${name}.md`)),
    }))
  server.route('/testing.js', async () => ({ body: await buildTestingScript() }))
}

/**
 * Starts the demo: two local EVM chains and a Starknet chain, a relay, a server for the pages with the sign-in API,
 * another server as CDN, the host of an e-mail wallet, and the site of a hosted EVM wallet.
 *
 * Scripts are bundled when they are first requested.
 *
 * @throws Error when the package is not built
 */
export async function startDemo({
  port = DEFAULT_PORT,
  quiet = false,
  dist,
}: DemoOptions = {}): Promise<Demo> {
  const built = dist ?? inPackage('dist')
  await access(join(built, 'embed.js')).catch(() => {
    throw new Error('The package is not built yet: run `npm run build` first.')
  })
  const [relay, starknet, nodes, server, cdnServer] = await Promise.all([
    startRelay(),
    startStarknetNode({ chain: 'SN_SEPOLIA' }),
    Promise.all([startAnvil({ chainId: 31337 }), startAnvil({ chainId: 31338 })]),
    startNear(port, {
      folders: {
        '/dist/': built,
        '/apps/': createPageScripts(),
        '/bundled/': createBundlerApps(),
        '/gallery/': createGalleryFiles(),
      },
    }),
    startPageServer({ cors: true, folders: { '/dist/': built } }),
  ])
  const [coinbase, webWallet] = await Promise.all([startDemoCoinbase(nodes), startDemoWebWallet(starknet)])
  addSignIn(
    server,
    nodes.map(({ chainId }) => `eip155:${chainId}`),
    starknet,
  )
  const stop = async () => {
    await Promise.all([
      server.stop(),
      coinbase.stop(),
      cdnServer.stop(),
      webWallet.stop(),
      relay.stop(),
      starknet.close(),
      ...nodes.map((node) => node.stop()),
    ])
  }
  const known = nodes.map(({ chainId, url }, index) => ({
    chainId,
    name: `Local chain ${'AB'[index]}`,
    rpcUrl: url,
  }))
  const { 'embed.js': integrity, 'looks.css': sheetIntegrity } = JSON.parse(
    await readFile(join(built, 'integrity.json'), 'utf8'),
  )
  await addPages(
    server,
    { cdn: cdnServer.origin, relay: relay.url, nodes: known, integrity, sheetIntegrity },
    webWallet,
    coinbase,
  )
  const address = `${server.origin}/`
  if (!quiet) console.log(`The demo is at ${address}`)
  return {
    url: address,
    cdn: cdnServer.origin,
    nodes,
    starknet,
    server,
    cdnServer,
    relay,
    page: (name) => server.origin + pathOf(name),
    stop,
  }
}
