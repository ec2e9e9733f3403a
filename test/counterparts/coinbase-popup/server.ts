import { build } from 'esbuild'
import { inPackage } from '../package-root.js'
import { type PageServer, startPageServer } from '../servers.js'

/** The wallet's site, on a loopback origin of its own. */
export interface CoinbasePopupSite {
  /** The wallet's page: what `keysUrl` is to point at. A query with faults may be appended. */
  readonly keysUrl: string
  readonly server: PageServer
  stop(): Promise<void>
}

let script: Promise<string> | undefined

const buildScript = (): Promise<string> => {
  script ??= build({
    entryPoints: [inPackage('test/counterparts/coinbase-popup/page.ts')],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'error',
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '')
  return script
}

const toPage = (chains: Readonly<Record<string, string>>) => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Demo smart wallet</title><link rel="stylesheet" href="/style.css"></head>
  <body>
    <main>
      <h1>Demo smart wallet</h1>
      <p>Asked for: <strong id="method">nothing yet</strong></p>
      <pre id="detail"></pre>
      <fieldset id="buttons" disabled><button id="approve">Approve</button> <button id="reject">Reject</button></fieldset>
    </main>
    <script type="application/json" id="chains">${JSON.stringify(chains)}</script>
    <script type="module" src="/page.js"></script>
  </body>
</html>`

const STYLE = `body { font: 16px/1.5 system-ui; margin: 1.5rem } pre { max-height: 12rem; overflow: auto; font-size: 12px }
fieldset { border: 0; padding: 0 } button { font: inherit; padding: .5em 1.2em }`

/** Starts the wallet's site. @param chains chain number → node, the chains the wallet knows */
export async function startCoinbasePopup(
  chains: Readonly<Record<string, string>>,
): Promise<CoinbasePopupSite> {
  const server = await startPageServer()
  server.page('/connect', toPage(chains))
  server.route('/style.css', { body: STYLE })
  server.route('/page.js', async () => ({ body: await buildScript() }))
  return { keysUrl: `${server.origin}/connect`, server, stop: server.stop }
}
