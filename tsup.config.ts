import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { type Plugin, transform } from 'esbuild'
import { defineConfig, type Options } from 'tsup'
import { listPackages } from './scripts/build/licences.js'
import { noRequire, OWN_GLOBALS, OWN_GLOBALS_IN } from './scripts/build/own-globals.js'
import { ownNames } from './scripts/build/own-names.js'
import { nodeSocket, noKeyValueStorage, oneDefinition, reactExports } from './scripts/build/packages.js'

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

/** Style sheets are template strings in `*.css.ts`; what is between the quotes is shrunk as CSS. */
const shrinkSheets: Plugin = {
  name: 'shrink-sheets',
  setup(build) {
    build.onLoad({ filter: /\.css\.ts$/ }, async ({ path }) => {
      const text = readFileSync(path, 'utf8')
      const css = /= `([^`]*)`/.exec(text)?.[1] as string
      const { code } = await transform(css, { loader: 'css', minify: true })
      return { contents: text.replace(css, () => code.trim()), loader: 'ts' }
    })
  },
}

/**
 * The script tag brings a React of its own: 18, which does all that the view needs and is a fifth lighter than 19. With
 * `WCB_REACT=development` it brings the version that the modules are developed with: react-in-tag.test.ts does so for one
 * way, and the other browser tests can be run with it.
 */
const home = process.env.WCB_REACT === 'development' ? 'package.json' : 'release/script-tag/package.json'
const embedded = createRequire(new URL(home, import.meta.url))
const ownReact = Object.fromEntries(
  ['react', 'react-dom'].map((name) => [name, dirname(embedded.resolve(`${name}/package.json`))]),
)

const shared: Options = {
  esbuildPlugins: [shrinkSheets, listPackages],
  plugins: [ownNames, noRequire],
  platform: 'browser',
  target: 'es2022',
  format: 'esm',
  splitting: true,
  // Declarations come from tsc.
  dts: false,
  clean: false,
  treeshake: false,
}

const define = (parts: string) => ({
  __WCB_VERSION__: JSON.stringify(version),
  __WCB_PARTS__: parts,
  // The publisher's own WalletConnect project id: what a page without one is served with.
  __WCB_PROJECT_ID__: JSON.stringify(process.env.WCB_PROJECT_ID ?? ''),
  'process.env.NODE_ENV': '"production"',
})

export default defineConfig([
  // What bundlers take: React stays outside, and what an application may have or lack. All else is in chunks of its own.
  {
    ...shared,
    esbuildPlugins: [shrinkSheets, nodeSocket, noKeyValueStorage, oneDefinition, listPackages],
    inject: OWN_GLOBALS_IN,
    sourcemap: true,
    // The page's client of the API asks for the half of tRPC that it shares with a server.
    noExternal: [/^@trpc\/server/],
    entry: {
      index: 'src/exports/index.ts',
      client: 'src/exports/client.ts',
      react: 'src/exports/react.ts',
      testing: 'src/exports/testing.ts',
    },
    outDir: 'dist',
    define: { ...define('undefined'), ...OWN_GLOBALS },
    esbuildOptions(options) {
      options.minify = true
      options.chunkNames = 'chunks/[name]-[hash]'
    },
  },
  // For servers, edge runtimes among them: no global of a browser or of Node is taken for granted.
  {
    ...shared,
    sourcemap: true,
    entry: { server: 'src/exports/server.ts', trpc: 'src/exports/trpc.ts' },
    outDir: 'dist',
    platform: 'neutral',
    define: define('undefined'),
    esbuildOptions(options) {
      options.minify = true
      options.chunkNames = 'chunks/server-[name]-[hash]'
    },
  },
  // What the script tag fetches, with everything inside; scripts/embed.mjs joins, minifies and hashes it.
  {
    ...shared,
    esbuildPlugins: [shrinkSheets, reactExports, noKeyValueStorage, listPackages],
    inject: OWN_GLOBALS_IN,
    entry: { app: 'src/embed/bundle.ts' },
    outDir: 'dist/parts',
    metafile: true,
    noExternal: [/./],
    define: { ...define('"@parts@"'), ...OWN_GLOBALS },
    esbuildOptions(options) {
      options.alias = ownReact
      options.minifySyntax = true
      options.legalComments = 'none'
    },
  },
])
