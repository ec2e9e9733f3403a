import { readFile } from 'node:fs/promises'
import { build } from 'esbuild'
import { inPackage } from '../package-root.js'
import { type PageServer, startPageServer } from '../servers.js'

/** The wallet's site, on its own loopback origin. */
export interface CoinbasePopupSite {
  /** The wallet's page, for `keysUrl`. A query with faults may be appended. */
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
  <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Demo smart wallet</title><link rel="stylesheet" href="/style.css"></head>
  <body>
    <main>
      <h1>Demo smart wallet</h1>
      <p>Asked for: <strong id="method">nothing yet</strong></p>
      <pre id="detail"></pre>
      <fieldset id="buttons" disabled><button id="reject">Reject</button><button id="approve" class="main">Approve</button></fieldset>
    </main>
    <script type="application/json" id="chains">${JSON.stringify(chains)}</script>
    <script type="module" src="/page.js"></script>
  </body>
</html>`

/** Added to the sheet of the other hosted wallet. */
const STYLE = `fieldset { display: flex; gap: 0.5rem; margin: 1rem 0 0; padding: 0; border: 0 }
fieldset button { flex: 1 }
pre { max-height: 14rem; margin: 0; padding: 0.75rem; overflow: auto; border-radius: 8px; background: #8882; font-size: 12px }`

/** Starts the wallet's site. @param chains chain number → node, of the chains that the wallet knows */
export async function startCoinbasePopup(
  chains: Readonly<Record<string, string>>,
): Promise<CoinbasePopupSite> {
  const server = await startPageServer()
  server.page('/connect', toPage(chains))
  server.route('/style.css', async () => ({
    body: `${await readFile(inPackage('test/counterparts/web-wallet-host/style.css'), 'utf8')}${STYLE}`,
  }))
  server.route('/page.js', async () => ({ body: await buildScript() }))
  return { keysUrl: `${server.origin}/connect`, server, stop: server.stop }
}
