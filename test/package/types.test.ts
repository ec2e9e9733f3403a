import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The oldest TypeScript that is served, the project's own, and the newest. */
const [OLDEST, OWN, NEWEST] = ['typescript-5.4', 'typescript', 'typescript-7']

/** What a compiler says of a project. */
function check(compiler: string, project: string): string {
  const tsc = resolve('node_modules', compiler, 'bin/tsc')
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' })
  return `${stdout}${stderr}`.trim()
}

describe('the types of the built package (T02) (X13)', () => {
  // Each file there has what must pass, and by @ts-expect-error what must fail.
  it.each([OLDEST, OWN, NEWEST])(
    'tell the tag to React 19, Preact, Solid, Svelte, Vue and the DOM, the hook and viem, by %s',
    (compiler) => {
      expect(check(compiler as string, 'test/types/tsconfig.json')).toBe('')
    },
  )

  it('type the tag and the component for React 18', () => {
    expect(check(OWN as string, 'test/types/tsconfig.react-18.json')).toBe('')
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
