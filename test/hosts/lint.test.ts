import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { blocksIn } from '../counterparts/code-blocks.js'
import { installBeside, packProject } from './pack.js'

/** What an application of TypeScript checks its code with. */
const TOOLS = [
  'eslint@9',
  'typescript-eslint@8',
  'typescript@5.9',
  '@types/react@19',
  'react@19',
  'react-dom@19',
]

const CONFIG = `import tseslint from 'typescript-eslint'
export default tseslint.config(...tseslint.configs.recommendedTypeChecked, {
  languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
})
`
const compilerOptions = { strict: true, module: 'preserve', target: 'es2022', jsx: 'react-jsx', noEmit: true }

it('NC15: the first examples of the documents pass typescript-eslint with types', () => {
  const folder = installBeside('lint', packProject(), ...TOOLS)
  const blocks = blocksIn('ts', 'tsx').filter(
    ({ file, code }) =>
      /^(?:README|docs\/getting-started)\.md$/.test(file) && /useWallet|querySelector/.test(code),
  )
  expect(blocks.map(({ file }) => file)).toEqual([
    ...['README.md', 'README.md'],
    ...['docs/getting-started.md', 'docs/getting-started.md'],
  ])
  for (const [at, { code, language }] of blocks.entries())
    writeFileSync(join(folder, `example-${at}.${language}`), code)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }),
  )
  writeFileSync(join(folder, 'eslint.config.mjs'), CONFIG)
  const run = spawnSync('npx', ['eslint', '--max-warnings', '0', '*.ts', '*.tsx'], {
    cwd: folder,
    encoding: 'utf8',
    shell: true,
  })
  expect(`${run.stdout}${run.stderr}`).toBe('')
  expect(run.status).toBe(0)
})
