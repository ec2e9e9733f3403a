import { build } from 'esbuild'
import { inPackage } from './package-root.js'

let script: Promise<string> | undefined

/** The testing exports as a classic script that sets `window.wcbTesting`. Built once. */
export function buildTestingScript(): Promise<string> {
  script ??= build({
    entryPoints: [inPackage('src/exports/testing.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'wcbTesting',
    target: 'es2022',
    logLevel: 'silent',
    // an init script may run inside a function; the name has to be global in either case
    footer: { js: 'globalThis.wcbTesting = wcbTesting;' },
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '')
  return script
}
