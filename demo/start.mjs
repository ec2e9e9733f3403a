/** `npm run demo`: bundles the demo's server for this Node, starts it, and stops it on Ctrl-C. */
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const folder = dirname(fileURLToPath(import.meta.url))
const outfile = join(folder, '../node_modules/.cache/wallet-connect-button/demo.mjs')

await build({
  entryPoints: [join(folder, 'server.ts')],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'error',
})

const { startDemo } = await import(pathToFileURL(outfile).href)
const demo = await startDemo(process.env.PORT ? { port: Number(process.env.PORT) } : {})

let ending = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, async () => {
    if (ending) return
    ending = true
    await demo.stop()
    process.exit(0)
  })
}
