import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findOwnTests } from '../../scripts/test/own-tests.mjs'

/** Stands for npx, npm and node: it writes what a run of vitest writes, and fails or skips its tests where the test says so. */
const PROGRAM = `#!/bin/sh
case "$0 $*" in
  *vitest*)
    status=passed
    first=passed
    case "$*" in *$FAILING*) status=failed;; esac
    case "$*" in *$SKIPPING*) first=skipped; status=skipped;; esac
    echo "{\\"testResults\\":[{\\"name\\":\\"$PWD/a.test.ts\\",\\"status\\":\\"$status\\",\\"message\\":\\"\\",\\"assertionResults\\":[
      {\\"status\\":\\"$first\\",\\"fullName\\":\\"one\\"},{\\"status\\":\\"$status\\",\\"fullName\\":\\"two\\"}]}]}" > "$WCB_TEST_RESULTS/1.json";;
esac
case "$0 $*" in *$FAILING*) exit 1;; esac
`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wcb-groups-'))
  for (const name of ['npx', 'npm', 'node']) {
    writeFileSync(join(folder, name), PROGRAM)
    chmodSync(join(folder, name), 0o755)
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const NONE = 'no such command'

/** Runs a list of groups with programs that do nothing. */
function runGroups(env: Record<string, string> = {}, list = 'all') {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/test.mjs', list], {
    encoding: 'utf8',
    env: {
      ...process.env,
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      FAILING: NONE,
      SKIPPING: NONE,
      ...env,
    },
  })
  return { status, text: stdout, last: stdout.trim().split('\n').at(-1) }
}

it('NC08: counts what has passed in its last line', () => {
  expect(runGroups()).toMatchObject({ status: 0, last: '8 passed, 0 failed' })
})

it('NC08: counts no test that was skipped as passed, and says how many were', () => {
  const { status, text, last } = runGroups({ SKIPPING: 'unit-pure' })
  expect([status, last]).toEqual([0, '6 passed, 0 failed, 2 skipped'])
  expect(text).toMatch(/^passed {2}unit: 0 passed, 0 failed, 2 skipped, \d+ s$/m)
})

it('NC08: goes on after a failure, ends with another exit code, and says last what has failed', () => {
  const { status, text, last } = runGroups({ FAILING: 'unit-pure' })
  expect([status, last]).toEqual([1, '7 passed, 1 failed'])
  expect(text).toMatch(
    /── unit: failed[\s\S]*── package, chain and browser: passed[\s\S]*── Failed\na\.test\.ts: two\n/,
  )
  expect(runGroups({ FAILING: 'biome' })).toMatchObject({ status: 1, last: '7 passed, 1 failed' })
})

it('NC08: does not test an older build when the build has failed', () => {
  const { status, text, last } = runGroups({ FAILING: 'run build' })
  expect([status, last]).toEqual([1, '5 passed, 2 failed'])
  expect(text).toContain('package, chain and browser did not run, because the build failed')
})

it('NC08: runs all unit tests, and says so, where nothing tells which files have changed', () => {
  const { text } = runGroups({ GIT_DIR: join(folder, 'none') }, 'quick')
  expect(text).toMatch(/^git finds no commit .*\n[\s\S]*── unit: .* --project unit --project unit-pure\n/)
})

it('NC08: finds the unit tests of changed files by their path', () => {
  expect(
    findOwnTests([
      'README.md',
      'src/chains/network-data.ts',
      'src/view/i18n/texts.ts',
      'src/platform/time.ts',
      'test/unit/sign-in/one-prompt.test.ts',
    ]),
  ).toEqual([
    'test/unit/chains/',
    'test/unit/view/i18n/',
    'test/unit/platform/time.test.ts',
    'test/unit/sign-in/one-prompt.test.ts',
  ])
})
