import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'

const git = (...args) => {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean)
  } catch {
    return []
  }
}

/** The files that differ from the main branch's newest commit that this branch has, untracked ones too; null where there is none. */
function findChanged() {
  const [base] = git('merge-base', 'HEAD', 'origin/main')
  if (!base) return null
  return [
    ...git('diff', '--name-only', '--diff-filter=d', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

/**
 * Finds the unit tests of the changed files, by their path: `src/chains/a.ts` belongs to `test/unit/chains/a.test.ts`, and if
 * there is no such file, to all of `test/unit/chains`.
 *
 * @returns {string[] | null} what to give to vitest; null where nothing says what has changed
 */
export function findOwnTests(changed = findChanged()) {
  if (!changed) return null
  const own = changed.flatMap((file) => {
    if (/^test\/unit\/.*\.test\.tsx?$/.test(file)) return [file]
    const path = /^src\/(.+)\.(?:tsx?|css)$/.exec(file)?.[1] ?? /^test\/unit\/(.+)\.tsx?$/.exec(file)?.[1]
    if (!path) return []
    const files = ['ts', 'tsx']
      .map((end) => `test/unit/${path}.test.${end}`)
      .filter((name) => existsSync(name))
    if (files.length) return files
    let folder = dirname(path)
    while (folder !== '.' && !existsSync(`test/unit/${folder}`)) folder = dirname(folder)
    return folder === '.' ? [] : [`test/unit/${folder}/`]
  })
  return [...new Set(own)]
}
