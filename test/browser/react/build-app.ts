import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { build } from 'esbuild'
import { inPackage } from '../../counterparts/package-root.js'

/** The versions of React that the entry supports, and where each is installed. */
const HOMES = { '18.3': 'release/script-tag/package.json', '19': 'package.json' }
export type ReactVersion = keyof typeof HOMES
export const REACT_VERSIONS = Object.keys(HOMES) as ReactVersion[]

/** Bundles an app as a user would: the package by its name, from dist, with one React in its development build. */
export async function buildReactApp(
  version: ReactVersion,
  app: { file: string } | { contents: string },
  platform: 'browser' | 'node' = 'browser',
): Promise<string> {
  const { resolve } = createRequire(inPackage(HOMES[version]))
  const home = (name: string) => dirname(resolve(`${name}/package.json`))
  const { outputFiles } = await build({
    ...('file' in app
      ? { entryPoints: [app.file] }
      : { stdin: { contents: app.contents, loader: 'tsx', resolveDir: inPackage() } }),
    bundle: true,
    platform,
    write: false,
    jsx: 'automatic',
    // The package's own type paths point to src.
    tsconfigRaw: '{}',
    alias: {
      react: home('react'),
      'react-dom/server': `${home('react-dom')}/server.${platform}.js`,
      'react-dom': home('react-dom'),
    },
    // Code of other wallets, which no test here reaches.
    external: ['starknet', '@walletconnect/*', '@coinbase/*', '@trpc/*'],
    define: { 'process.env.NODE_ENV': '"development"' },
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}
