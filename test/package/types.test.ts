import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

/** The oldest and the newest supported TypeScript. */
const [OLDEST, NEWEST] = ['typescript-5.4', 'typescript-7']

/** The output of a compiler for a project. */
function check(compiler: string, project: string): string {
  const tsc = resolve('node_modules', compiler, 'bin/tsc')
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' })
  return `${stdout}${stderr}`.trim()
}

describe('the types of the built package (T02) (X13)', () => {
  // Each file there contains what must pass, and by @ts-expect-error what must fail.
  it.each([OLDEST, NEWEST])(
    'declare the tag for React 19, Preact, Solid, Svelte, Vue and the DOM, and fit the hook and viem, by %s',
    (compiler) => {
      expect(check(compiler as string, 'test/types/tsconfig.json')).toBe('')
    },
  )

  it('declare the tag and the component for React 18', () => {
    expect(check(NEWEST as string, 'test/types/tsconfig.react-18.json')).toBe('')
  })

  it.each([OLDEST, NEWEST])('need no other package, with every declaration checked, by %s', (compiler) => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'wcb-types-')))
    const installed = join(folder, 'node_modules/wallet-connect-button')
    mkdirSync(installed, { recursive: true })
    cpSync('package.json', join(installed, 'package.json'))
    cpSync('dist/types', join(installed, 'dist/types'), { recursive: true })
    cpSync('dist/require', join(installed, 'dist/require'), { recursive: true })
    const entries = ['', '/client', '/server', '/testing']
    const lines = entries.map((entry, at) => `export * as a${at} from 'wallet-connect-button${entry}'`)
    writeFileSync(join(folder, 'app.ts'), lines.join('\n'))
    const compilerOptions = {
      target: 'ES2022',
      lib: ['ES2022', 'DOM', 'DOM.Iterable'],
      module: 'NodeNext',
      moduleResolution: 'NodeNext',
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      types: [],
    }
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.ts'] }))
    expect(check(compiler as string, folder)).toBe('')
  })
})

/** Each member of an interface of src that is marked as internal, as `file member`. */
function findInternal(): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
    .flatMap((file) => {
      const code = readFileSync(join('src', file), 'utf8')
      const source = ts.createSourceFile(file, code, ts.ScriptTarget.ES2022, true)
      const found: string[] = []
      const walk = (node: ts.Node) => {
        const isMarked = ts.getJSDocTags(node).some(({ tagName }) => tagName.text === 'internal')
        if (ts.isTypeElement(node) && isMarked && node.name) found.push(`${file} ${node.name.getText()}`)
        ts.forEachChild(node, walk)
      }
      walk(source)
      return found
    })
}

it('what is not public is marked as internal, and the package does not declare it (T03)', () => {
  const internal = findInternal()
  expect(internal).toEqual(
    expect.arrayContaining(
      ['setAuth', 'tell', 'holdWindow', 'chooseApp', 'abort'].map(
        (name) => `client/wallet-client.ts ${name}`,
      ),
    ),
  )
  const shipped = internal.filter((place) => {
    const [file = '', name = ''] = place.split(' ')
    const declarations = join('dist/types', file.replace(/\.tsx?$/, '.d.ts'))
    if (!existsSync(declarations)) return false
    const text = readFileSync(declarations, 'utf8')
    return text.includes('@internal') || text.split('\n').some((line) => line.trim().startsWith(name))
  })
  expect(shipped).toEqual([])
})
