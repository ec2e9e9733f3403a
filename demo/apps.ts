import { basename } from 'node:path'
import { type BuildOptions, build } from 'esbuild'
import { inPackage } from '../test/counterparts/package-root.js'

const PAGES = [
  'product',
  'shop',
  'csp',
  'networks',
  'hundred',
  'page-modals',
  'web-wallet',
  'phone',
  'coinbase',
  'studio',
  'studio-frame',
]
const page = (name: string): string => inPackage('demo/pages', name)

/**
 * Creates a source of bundled scripts. It builds when the first file is requested, and only once.
 *
 * @returns the file of that name, or null
 */
export function createBundle(options: BuildOptions): (path: string) => Promise<Uint8Array | null> {
  let files: Promise<Map<string, Uint8Array>> | undefined
  const bundle = async () => {
    const { outputFiles } = await build({
      bundle: true,
      format: 'esm',
      splitting: true,
      outdir: '/',
      target: 'es2022',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      logLevel: 'error',
      ...options,
      write: false,
    })
    return new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]))
  }
  return async (path) => {
    files ??= bundle()
    return (await files).get(path) ?? null
  }
}

/** The scripts of the demo pages, and of the demo wallets. */
export const createPageScripts = () =>
  createBundle({
    entryPoints: Object.fromEntries([
      ...PAGES.map((name) => [name, page(`${name}.ts`)]),
      ['wallets', inPackage('demo/wallets/index.ts')],
    ]),
  })

/** Two apps that import the package by its own name, bundled as a user would. */
export const createBundlerApps = () =>
  createBundle({
    entryPoints: { plain: page('bundler-plain.ts'), react: page('bundler-react.tsx') },
    // Use the built package: the paths for types point to src.
    tsconfigRaw: '{}',
  })
