import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { minify } from '@swc/core'
import { build } from 'esbuild'
import { rollup } from 'rollup'

/**
 * Creates the script tag's files from dist/parts: dist/embed.js and the files that it fetches, in dist/embed.
 *
 * Rollup joins what is needed at once into one file, so that the script tag only needs one hash. That file has the hash
 * of a table with the hashes of all others. Hashes point in one direction: a file is hashed after every file that it
 * names was written.
 */
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
const cdn = process.env.WCB_CDN_BASE ?? `https://unpkg.com/wallet-connect-button@${version}/dist/`
const { outputs } = JSON.parse(readFileSync('dist/parts/metafile-esm.json', 'utf8'))
/** Absolute file of dist/parts → module below src, without its extension. */
const sources = new Map(
  Object.entries(outputs).map(([file, { entryPoint }]) => [
    resolve(file),
    entryPoint?.replace(/^src\//, '').replace(/\.tsx?$/, ''),
  ]),
)

const SHRINK = {
  ecma: 2022,
  mangle: true,
  compress: { ecma: 2022, passes: 4, keep_fargs: false, inline: 1 },
  format: { ascii_only: true, comments: false },
}
/**
 * With this comment Chromium compiles the whole file, off the main thread while it arrives, and not each function when
 * it is called.
 */
const AT_ONCE = '//# allFunctionsCalledOnLoad\n'
const shrink = async (code, options) => (await minify(code, { ...SHRINK, ...options })).code
const hash = (code, algorithm = 'sha384') => createHash(algorithm).update(code).digest('base64')

/** A file has its module's name; if every folder has a file of that name, also the folder's name. */
const nameFile = (source) =>
  /\/(?:session|connector|connect)$/.test(source) ? source.split('/').slice(-2).join('-') : basename(source)

/** The parts that the script tag fetches beside the app: the list, or what restores an EVM wallet in the page. */
const LIST = 'embed/list'
const EVM = 'connectors/evm/injected/connect'
const fileOf = (part) => [...sources].find(([, source]) => source === part)[0]

/**
 * Tells each part its name, read from its `import()`: the table of files has the same names. A part without a name would
 * be fetched without a hash, so the build fails.
 */
const nameParts = {
  name: 'name-parts',
  transform(code, id) {
    let found = 0
    const named = code.replace(/(\bcreatePart\(\(\) => import\("(\.\/[^"]+)"\))\)/g, (_, call, file) => {
      found++
      return `${call}, ${JSON.stringify(sources.get(resolve('dist/parts', file)))})`
    })
    const all = code.match(/\bcreatePart\w*\((?!run, source)/g) ?? []
    if (all.length !== found) throw new Error(`${id}: a part needs createPart(() => import('…'))`)
    return { code: named, map: null }
  },
}

/**
 * What every part calls (`scripts/build/own-globals.ts`) lies in one file with the bundler's helpers for packages in CommonJS. The list
 * needs none of those, so they are a module of their own.
 */
const OWN_START = '// src/platform/statics.ts'
const ownFile = resolve(Object.keys(outputs).find((file) => readFileSync(file, 'utf8').includes(OWN_START)))
const HELPERS = `${ownFile}#helpers`
/** What the bundler keeps for the first call is done at once. */
const AT_LOAD = `const __esm = (found) => {
  for (const name of Object.getOwnPropertyNames(found)) found[name]()
  return () => {}
}`
const helpersApart = {
  name: 'helpers-apart',
  resolveId: (id) => (id === HELPERS ? id : null),
  load(id) {
    if (id !== HELPERS && id !== ownFile) return null
    const [helpers, rest] = readFileSync(ownFile, 'utf8').split(OWN_START)
    const [code, exported] = rest.split(/^export \{/m)
    const names = exported.match(/[\w$]+/g)
    const own = names.filter((name) => !name.startsWith('__')).join()
    const theirs = `export { ${names.filter((name) => name.startsWith('__')).join()} }`
    if (id === HELPERS) return `${helpers}\n${theirs}`
    return `${AT_LOAD}\n${code}\nexport { ${own} }\n${theirs} from ${JSON.stringify(HELPERS)}`
  },
}

/**
 * What EVM and Starknet wallets share, and both have a copy of: so the file for EVM wallets stays one file, the list does not bring what it
 * does not need, and nor does a Starknet wallet what rollup has joined with these. They keep nothing, so a page may have them twice.
 */
const STATELESS = ['report', 'session-report', 'gather-changes', 'answer-or-event', 'progress'].map(
  (name) => `src/connectors/${name}.ts`,
)
const COPY = /#(evm|starknet)$/
const inputsOf = (id) => Object.keys(outputs[relative('.', id)]?.inputs ?? { [id]: {} })

/** Whose copies a module takes, if any. */
const ownerOf = (id = '') =>
  COPY.exec(id)?.[1] ??
  home.get(id) ??
  (inputsOf(id).some((file) => file.startsWith('src/connectors/starknet/')) ? 'starknet' : 'all')

const copies = {
  name: 'copies',
  resolveId(path, importer) {
    const owner = ownerOf(importer)
    if (owner !== 'evm' && owner !== 'starknet') return null
    const id = resolve(dirname(importer), path)
    if (copied.has(id)) return `${id}#${owner}`
    return COPY.test(importer) ? id : null
  },
  load: (id) => (COPY.test(id) ? readFileSync(id.replace(COPY, ''), 'utf8') : null),
}

const input = { app: 'dist/parts/app.js', list: fileOf(LIST), evm: fileOf(EVM) }
const bundleWith = (plugins) => rollup({ plugins, input, preserveEntrySignatures: 'allow-extension' })

/**
 * The app and each of these parts are one file: what the list shares with other parts is in the app, and what connects EVM wallets
 * brings what it shares.
 */
const whole = await bundleWith([helpersApart, nameParts])
const { output: apart } = await whole.generate({ format: 'esm' })
await whole.close()
const findFile = (chunks, part) => chunks.find(({ isEntry, name }) => isEntry && name === part)
const findPart = (part) => apart.find(({ moduleIds }) => moduleIds.includes(fileOf(part)))
/** The modules of a file and of all that it imports. */
const reach = ({ moduleIds, imports }) => [
  ...moduleIds,
  ...imports.flatMap((file) => reach(apart.find(({ fileName }) => fileName === file))),
]
const home = new Map()
const settle = (ids, name) => {
  for (const id of ids) if (!home.has(id)) home.set(id, name)
}
settle(reach(findFile(apart, 'app')), 'app')
const listAlone = new Set(findFile(apart, 'list').moduleIds)
settle(
  reach(findFile(apart, 'list')).filter((id) => !listAlone.has(id)),
  'app',
)
settle(listAlone, 'list')
// Nor does a visitor with a Starknet wallet need what connects EVM wallets.
const starknet = new Set(reach(findPart('connectors/starknet/injected/connect')))
const evmModules = reach(findFile(apart, 'evm'))
const shared = new Set(evmModules.filter((id) => starknet.has(id) && !home.has(id)))
const copied = new Set([...shared].filter((id) => inputsOf(id).every((file) => STATELESS.includes(file))))
settle(
  [...shared].filter((id) => !copied.has(id)),
  'app',
)
settle(
  evmModules.filter((id) => !copied.has(id)),
  'evm',
)
settle(
  [...copied].map((id) => `${id}#evm`),
  'evm',
)

/** What the list fetches when it has been drawn, in few files, because a request costs more than these bytes. */
const FOLLOWERS = {
  views: ['view/connect-modal/views', 'view/failure/sentences'],
  services: ['connectors/service-sources'],
}
const followers = Object.values(FOLLOWERS).flat().map(findPart)
const alone = new Set(followers.flatMap(({ moduleIds }) => moduleIds))
settle(
  followers.flatMap(reach).filter((id) => !alone.has(id)),
  'shared',
)
for (const [name, parts] of Object.entries(FOLLOWERS))
  settle(
    parts.flatMap((part) => findPart(part).moduleIds),
    name,
  )
// Otherwise the balance would be joined with React's renderer, which would then fetch what it imports. What it shares with the
// page's texts stays apart, because they need no React.
const elsewhere = new Set(['view/page/page', 'embed/renderer'].flatMap((part) => reach(findPart(part))))
settle(
  reach(findPart('view/account/amount-text')).filter((id) => !elsewhere.has(id)),
  'amount',
)
const bundle = await bundleWith([helpersApart, copies, nameParts])
const { output } = await bundle.generate({
  format: 'esm',
  manualChunks: (id) => home.get(id),
  onlyExplicitManualChunks: true,
  // A file of some hundred bytes costs more as a request than as bytes that are not needed yet.
  experimentalMinChunkSize: 1_000,
  entryFileNames: '[name]-[hash:6].js',
  chunkFileNames: ({ isDynamicEntry, moduleIds }) => {
    const source = isDynamicEntry && moduleIds.map((id) => sources.get(id)).find(Boolean)
    return `${home.get(moduleIds[0]) ?? nameFile(source || 'chunk')}-[hash:7].js`
  },
})
await bundle.close()

/**
 * Ends the address of each file that a file imports. A page's own preload of the file has another address, so it cannot put
 * an unchecked module where ours is expected.
 */
const OWN = '#wcb'
const own = (code) => code.replace(/\b(from|import)(\(?)"(\.\/[\w.-]+\.js)"/g, `$1$2"$3${OWN}"`)

const files = new Map()
for (const chunk of output)
  files.set(chunk.fileName, { ...chunk, code: own(await shrink(chunk.code, { module: true })) })

/**
 * The texts of a language belong to the first frame, so the app knows their files and reads no table. It has their hashes anyway: each is
 * named by the beginning of its own.
 */
const isLanguage = (source) => source?.startsWith('view/i18n/languages/')
for (const chunk of output) {
  const { fileName, moduleIds, imports } = chunk
  const source = moduleIds.map((id) => sources.get(id)).find(isLanguage)
  if (!source) continue
  const file = files.get(fileName)
  const others = imports.filter((other) => !other.startsWith('app-'))
  if (others.length) throw new Error(`${source} is one file, and now wants ${others} too`)
  const begin = hash(file.code, 'sha256').slice(0, 7).replace(/\W/g, '_')
  const name = `${basename(source)}-${begin}.js`
  files.delete(fileName)
  files.set(name, file)
  for (const other of files.values())
    other.code = other.code.replaceAll(`"./${fileName}${OWN}"`, `"./${name}${OWN}"`)
  chunk.fileName = name
}
const app = findFile(output, 'app')
const list = findFile(output, 'list')
const evm = findFile(output, 'evm')
for (const { fileName, imports } of [app, list, evm]) {
  const others = imports.filter((file) => file !== app.fileName)
  if (others.length) throw new Error(`${fileName} is one file, and now wants ${others.join(', ')} too`)
}

// The table below has the hash of this file, so the file must be finished before it.
const listFile = files.get(list.fileName)
listFile.code = AT_ONCE + listFile.code

/** File of dist/parts → the file that contains it now. */
const homes = new Map(output.flatMap(({ fileName, moduleIds }) => moduleIds.map((id) => [id, fileName])))

/** A file with every file that it imports. Rollup may have joined a small module with others, whose imports it then has too. */
function imported(name, seen = new Set()) {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const next of files.get(name).imports) imported(next, seen)
  return seen
}

/** Whether a file fetches a part. None does when only Node needs it. */
const isNamed = (source) => [...files.values()].some(({ code }) => code.includes(JSON.stringify(source)))

/** Module → its files with their hashes. The table is a separate file, so that the list does not wait for it. */
const table = {}
for (const [file, { entryPoint }] of Object.entries(outputs)) {
  const source = sources.get(resolve(file))
  if (!source || entryPoint === 'src/embed/bundle.ts' || !entryPoint.startsWith('src/')) continue
  const itsFile = homes.get(resolve(file))
  if (!itsFile && isNamed(source)) throw new Error(`${source} is a part, and no file has it`)
  if (!itsFile) continue
  const names = imported(itsFile)
  names.delete(app.fileName)
  if (names.size)
    table[source] = [...names].map((name) => [name, `sha256-${hash(files.get(name).code, 'sha256')}`])
}
const languages = Object.entries(table).filter(([source]) => isLanguage(source))
for (const [source] of languages) delete table[source]
const tableCode = `export default ${JSON.stringify(table)}`
const tableFile = `parts-${hash(tableCode)
  .replace(/[^A-Za-z0-9]/g, '')
  .slice(0, 8)}.js`
files.set(tableFile, { code: tableCode })

const appFile = files.get(app.fileName)
appFile.code =
  AT_ONCE +
  languages
    .reduce(
      (code, [source, its]) => code.replace(JSON.stringify(source), () => JSON.stringify(its)),
      appFile.code,
    )
    .replaceAll('"@parts@"', () => JSON.stringify([tableFile, `sha384-${hash(tableCode)}`]))

rmSync('dist/parts', { recursive: true })
mkdirSync('dist/embed', { recursive: true })
for (const [name, { code }] of files) writeFileSync(`dist/embed/${name}`, code)

/** A file and its hash, for the script tag's entry: every byte counts there, and SHA-256 is enough. */
const describe = ({ fileName }) => JSON.stringify([fileName + OWN, hash(files.get(fileName).code, 'sha256')])
const entry = await build({
  entryPoints: ['src/embed/embed.ts'],
  bundle: true,
  write: false,
  format: 'iife',
  target: 'es2022',
  charset: 'ascii',
  minify: true,
  // The code is strict in its classes, where it matters; the directive costs bytes.
  tsconfigRaw: { compilerOptions: { alwaysStrict: false, target: 'ES2022' } },
  define: {
    __WCB_VERSION__: JSON.stringify(version),
    __WCB_DOM__: 'true',
    __WCB_APP__: describe(app),
    __WCB_LIST__: describe(list),
    __WCB_EVM__: describe(evm),
    __WCB_BAKED_BASE__: JSON.stringify(cdn),
  },
})
const embed =
  AT_ONCE +
  (await shrink(entry.outputFiles[0].text, {
    toplevel: true,
    compress: { ...SHRINK.compress, pure_getters: true },
  }))
writeFileSync('dist/embed.js', embed)

const integrity = Object.fromEntries(
  [['embed.js', embed], ...[...files].map(([name, { code }]) => [`embed/${name}`, code])].map(
    ([name, code]) => [name, `sha384-${hash(code)}`],
  ),
)
// A policy with hashes has to list the hash of each fetch: SHA-256 for all files except the table of parts.
for (const [name, { code }] of files)
  if (name !== tableFile) integrity[`embed/${name}`] += ` sha256-${hash(code, 'sha256')}`
writeFileSync('dist/integrity.json', `${JSON.stringify(integrity, null, 2)}\n`)
