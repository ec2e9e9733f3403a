import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, defineConfig, type Options } from 'tsup'
import { version } from './package.json'

const embedDir = 'dist/embed'
const cdn = process.env.WCB_CDN_BASE ?? `https://unpkg.com/wallet-connect-button@${version}/dist/`

const shared: Options = {
  config: false,
  platform: 'browser',
  target: 'es2022',
  dts: false,
  clean: false,
  treeshake: false,
}

const define = (chunks: string) => ({
  __WCB_VERSION__: JSON.stringify(version),
  __WCB_CHUNKS__: chunks,
  'process.env.NODE_ENV': '"production"',
})

interface Output {
  imports: { path: string; kind: string }[]
  entryPoint?: string
  bytes: number
}

const hash = (file: string) => `sha384-${createHash('sha384').update(readFileSync(file)).digest('base64')}`

/** The files a chunk needs, itself first, as paths from the repository. */
function closure(outputs: Record<string, Output>, file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  const needed = (outputs[file]?.imports ?? []).filter(({ kind }) => kind === 'import-statement')
  return [file, ...needed.flatMap(({ path }) => closure(outputs, path, seen))]
}

/**
 * Writes the hashes into the bundles: those of the chunks that are fetched later into the app, the app's
 * into the script tag. Hashes point one way only: a file's is taken after everything it names has been written.
 */
async function seal() {
  const { outputs } = JSON.parse(readFileSync(join(embedDir, 'metafile-esm.json'), 'utf8')) as {
    outputs: Record<string, Output>
  }
  const named = (entry: string) => Object.keys(outputs).find((file) => outputs[file]?.entryPoint === entry) as string
  const app = named('src/embed/bundle.ts')
  const atOnce = new Set(closure(outputs, app))
  if (atOnce.size > 1) throw new Error('The script tag knows the hash of one file; the build made more of it')
  const chunks: Record<string, [string, string][]> = {}
  for (const [file, { entryPoint }] of Object.entries(outputs)) {
    if (!entryPoint || atOnce.has(file) || file.endsWith('.map')) continue
    const name = entryPoint.replace(/^src\//, '').replace(/\.tsx?$/, '')
    chunks[name] = closure(outputs, file)
      .filter((path) => !atOnce.has(path))
      .map((path) => [path.slice(embedDir.length + 1), hash(path)])
  }
  for (const file of atOnce) {
    const text = readFileSync(file, 'utf8')
    if (text.includes('"@chunks@"')) writeFileSync(file, text.replaceAll('"@chunks@"', JSON.stringify(chunks)))
  }
  await build({
    ...shared,
    entry: { embed: 'src/embed/embed.ts' },
    outDir: 'dist',
    format: 'iife',
    minify: true,
    outExtension: () => ({ js: '.js' }),
    define: {
      ...define('undefined'),
      __WCB_FILE__: JSON.stringify(app.slice('dist/'.length)),
      __WCB_SHA384__: JSON.stringify(hash(app).slice('sha384-'.length)),
      __WCB_BAKED_BASE__: JSON.stringify(cdn),
    },
    silent: true,
    esbuildOptions(options) {
      options.charset = 'utf8'
      options.tsconfigRaw = { compilerOptions: { alwaysStrict: false } }
    },
  })
  writeFileSync('dist/integrity.json', `${JSON.stringify(sri(['dist/embed.js', ...Object.keys(outputs)]), null, 2)}\n`)
}

const sri = (files: string[]) =>
  Object.fromEntries(files.filter((file) => file.endsWith('.js')).map((file) => [file.slice('dist/'.length), hash(file)]))

export default defineConfig([
  {
    ...shared,
    entry: {
      index: 'src/exports/index.ts',
      client: 'src/exports/client.ts',
      testing: 'src/exports/testing.ts',
    },
    outDir: 'dist',
    format: 'esm',
    splitting: true,
    define: define('undefined'),
    esbuildOptions(options) {
      options.minifySyntax = true
      options.chunkNames = 'chunks/[name]-[hash]'
    },
  },
  {
    ...shared,
    entry: { app: 'src/embed/bundle.ts' },
    outDir: embedDir,
    format: 'esm',
    splitting: true,
    minify: true,
    metafile: true,
    noExternal: [/./],
    define: define('"@chunks@"'),
    esbuildOptions(options) {
      options.entryNames = '[name]-[hash]'
      options.chunkNames = '[name]-[hash]'
      options.legalComments = 'none'
    },
    onSuccess: seal,
  },
])
