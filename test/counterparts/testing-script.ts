import { build } from 'esbuild'
import { inPackage } from './package-root.js'

/** Builds testing exports as a classic script that adds them to `window.wcbTesting`. */
async function buildScript(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: inPackage('src/exports'), loader: 'ts' },
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    globalName: 'wcbTesting',
    target: 'es2022',
    logLevel: 'silent',
    // An init script may run inside a function, so the name must be set on the global object.
    footer: { js: 'globalThis.wcbTesting = { ...globalThis.wcbTesting, ...wcbTesting };' },
  })
  return outputFiles[0]?.text ?? ''
}

let all: Promise<string> | undefined
let evm: Promise<string> | undefined

/** The testing exports as a classic script that sets `window.wcbTesting`. Built once. */
export function buildTestingScript(): Promise<string> {
  all ??= buildScript("export * from './testing.js'")
  return all
}

/**
 * The part of it that EVM wallets need, for pages without a Starknet wallet: running Starknet's curves would double the time that
 * such a page takes to open. Built once.
 */
export function buildEvmScript(): Promise<string> {
  evm ??= buildScript(
    "export { announceProvider, createRpcError, createScriptedEvmWallet } from './testing.js'",
  )
  return evm
}
