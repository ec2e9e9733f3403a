import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { countFacts, findStaleFacts } from './facts.mjs'
import { fillTables, writeTables, writeVsCode, writeWebTypes } from './surface/editors.mjs'
import { writeHosts } from './surface/hosts.mjs'
import {
  writeIdleLabels,
  writeLanguageList,
  writeLanguageLoaders,
  writeLanguageNames,
} from './surface/languages.mjs'
import { writeManifest } from './surface/manifest.mjs'
import { readSurface } from './surface/read.mjs'
import { writeButtonApi, writeTable } from './surface/typescript.mjs'

/**
 * Writes every file that describes the elements from src/element/surface.ts and the error catalogue, the list of
 * languages from src/view/i18n/languages, and the numbers in documents that need no build; the manifests for editors go
 * into dist. With `--check` it writes nothing, names what is out of date, and fails.
 */
const isCheck = process.argv.includes('--check')
const surface = await readSurface()
const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
/** The texts of a catalogue, by code. */
const readTexts = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/^ {2}(\w+):\s*'((?:[^'\\]|\\.)*)',?$/gm)].map(([, code, text]) => [
    code,
    text,
  ])
const apiFile = 'src/errors/api-catalogue.ts'
const statuses = new Map(
  [...readFileSync(apiFile, 'utf8').matchAll(/^ {2}(\w+): \[(\d+), /gm)].map(([, code, status]) => [
    code,
    status,
  ]),
)
const catalogues = {
  errors: readTexts('src/errors/catalogue.ts'),
  signIn: readTexts('src/errors/sign-in-catalogue.ts'),
  api: readTexts(apiFile).map(([code, text]) => [code, statuses.get(code) ?? 'no answer', text]),
}

const format = (file, code) =>
  execFileSync(
    process.execPath,
    ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', `--stdin-file-path=${file}`],
    {
      input: code,
      encoding: 'utf8',
    },
  )

const languages = readdirSync('src/view/i18n/languages').map((file) => file.replace('.ts', ''))
const languageFiles = Object.fromEntries(
  languages.map((name) => [name, readFileSync(`src/view/i18n/languages/${name}.ts`, 'utf8')]),
)

const written = {
  'src/view/i18n/names.ts': format('src/view/i18n/names.ts', writeLanguageNames(languages)),
  'src/view/i18n/loaders.ts': format('src/view/i18n/loaders.ts', writeLanguageLoaders(languages)),
  'src/element/face/idle-labels.ts': format(
    'src/element/face/idle-labels.ts',
    writeIdleLabels(languageFiles),
  ),
  'src/element/table.ts': format('src/element/table.ts', writeTable(surface)),
  'src/element/button-api.ts': format('src/element/button-api.ts', writeButtonApi(surface)),
  'src/exports/hosts.d.ts': format('src/exports/hosts.d.ts', writeHosts(surface)),
  ...Object.fromEntries(
    ['docs/reference.md', 'docs/errors.md', 'docs/privacy.md'].map((page) => [
      page,
      fillTables(readFileSync(page, 'utf8'), {
        ...writeTables(surface, catalogues),
        languages: writeLanguageList(languages),
      }),
    ]),
  ),
}

/** What only the package contains: no checkout is out of date for it. */
const built = {
  'dist/custom-elements.json': writeManifest(surface),
  'dist/vscode.html-custom-data.json': writeVsCode(surface),
  'dist/web-types.json': writeWebTypes(surface, version),
}
if (!isCheck) mkdirSync('dist', { recursive: true })
for (const [file, text] of isCheck ? [] : Object.entries(built)) writeFileSync(file, text)

const read = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
const stale = Object.entries(written).filter(([file, text]) => read(file) !== text)
const staleFacts = findStaleFacts(!isCheck, countFacts())
if (isCheck && stale.length + staleFacts.length) {
  const names = [...stale.map(([file]) => file), ...staleFacts]
  console.error(`Out of date, run \`node scripts/surface.mjs\`: ${names.join(', ')}`)
  process.exit(1)
}
for (const [file, text] of stale) writeFileSync(file, text)
