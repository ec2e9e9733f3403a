import { build } from 'esbuild'
import { inPackage } from './package-root.js'

/** Another app on the page, which uses the relay's unmodified client with the client's own storage. */
const APP = `
import SignClient from '@walletconnect/sign-client'
let client
async function open(relayUrl) {
  client ??= await SignClient.init({
    relayUrl, projectId: '0123456789abcdef0123456789abcdef', telemetryEnabled: false, logger: 'silent',
    metadata: { name: 'bare', description: 'bare', url: location.origin, icons: [] },
  })
  client.core.verify.register = async () => {}
  return client
}
export async function connect(relayUrl) {
  await open(relayUrl)
  const { uri, approval } = await client.connect({
    optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: [] } },
  })
  window.bareApproval = approval()
  window.bareApproval.catch(() => {})
  return uri
}
export async function sign(relayUrl, account) {
  const { session } = await open(relayUrl)
  const [{ topic }] = session.getAll()
  return client.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: ['0x7465', account] } })
}
export const count = async (relayUrl) => (await open(relayUrl)).session.length
`

/** Bundles the other app: a module with `connect`, `sign` and `count`. */
export async function buildBareApp(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: APP, resolveDir: inPackage('.'), loader: 'js' },
    bundle: true,
    write: false,
    format: 'esm',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]?.contents as Uint8Array
}

/** A call of the other app, as a script for a page that serves it at `/bare.js`. */
export const callBareApp = (name: 'connect' | 'sign' | 'count', ...args: string[]): string =>
  // Written in two parts, because the test's own compiler would rewrite the import.
  `im${''}port('/bare.js').then((app) => app.${name}(${args.map((arg) => JSON.stringify(arg)).join()}))`
