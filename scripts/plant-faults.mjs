/**
 * Plants faults in the code and looks whether the unit tests notice them.
 *
 * `node scripts/plant-faults.mjs [room] [seed]`: ten faults in the room, or in each of them, one at a time, in a copy of the checkout. The same
 * seed chooses the same faults of the same code. A room's unit tests are those that import it; the first that fails has noticed the fault. It
 * ends with 1 when a room's tests notice fewer than eight.
 */
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { chooseFaults, listFaults } from './plant-faults/find-faults.mjs'

const ROOMS = [
  'src/client',
  'src/sign-in',
  'src/connectors/relay',
  'src/connectors/starknet',
  'src/connectors/evm',
]
const FAULTS = 10
const ENOUGH = 8

/** What a run may take longer than three runs without a fault, in ms: then the tests wait for what never comes, and so have noticed it. */
const PATIENCE = 120_000

const words = process.argv.slice(2)
const CHOSEN = ROOMS.filter((room) => words.includes(room))
const SEED = Number(words.find((word) => /^\d+$/.test(word)) ?? 1)
if (words.some((word) => !ROOMS.includes(word) && Number(word) !== SEED)) {
  console.error(`Rooms: ${ROOMS.join(', ')}`)
  process.exit(2)
}

const listFiles = (...paths) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...paths], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file && existsSync(file))

/** The files that a file of tests imports by a relative path. */
function readImports(file) {
  const paths = readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport) ?\(?\s*'(\.[^']+)'/g)
  return [...paths].flatMap(([, path]) => {
    const name = join(dirname(file), path).replace(/\.js$/, '')
    return [`${name}.ts`, `${name}.tsx`, name].filter((one) => existsSync(one)).slice(0, 1)
  })
}

/** Finds the unit tests that import a room, themselves or by a file of `test` that they share. */
function findTests(room) {
  const known = new Map()
  const isOf = (file) => {
    if (file.startsWith(`${room}/`)) return true
    if (!file.startsWith('test/')) return false
    if (!known.has(file)) {
      known.set(file, false)
      known.set(file, readImports(file).some(isOf))
    }
    return known.get(file)
  }
  return listFiles('test/unit').filter((file) => /\.test\.tsx?$/.test(file) && isOf(file))
}

const copy = mkdtempSync(join(tmpdir(), 'wcb-faults-'))
let running
const clear = () => {
  if (running) process.kill(-running.pid, 'SIGKILL')
  rmSync(copy, { recursive: true, force: true })
}
process.once('exit', clear)
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(2))

/**
 * Runs tests in the copy until the first one fails.
 *
 * @returns what has failed, or null; and the time that it took, in ms
 */
async function runTests(tests, limit) {
  const results = join(copy, 'results.json')
  rmSync(results, { force: true })
  const begin = performance.now()
  const options = ['--bail=1', '--reporter=json', `--outputFile=${results}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', '--project=unit', '--project=unit-pure', ...options]
  const child = spawn(process.execPath, [...args, ...tests], { cwd: copy, stdio: 'ignore', detached: true })
  running = child
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    process.kill(-child.pid, 'SIGKILL')
  }, limit)
  const code = await new Promise((done) => child.once('exit', done))
  clearTimeout(timer)
  running = undefined
  const took = performance.now() - begin
  if (isLate) return { failed: 'tests that wait for ever', took }
  if (code === 0) return { failed: null, took }
  if (!existsSync(results)) return { failed: 'tests that do not run', took }
  const { testResults } = JSON.parse(readFileSync(results, 'utf8'))
  const [first] = testResults.filter(({ status }) => status === 'failed')
  const test = first?.assertionResults.find(({ status }) => status === 'failed')
  const file = first?.name.slice(first.name.indexOf('test/unit/'))
  return { failed: first ? `${file}: ${test?.fullName ?? 'the file'}` : 'an error that nobody catches', took }
}

/** Plants ten faults in a room, and prints a row for each. @returns how many were noticed */
async function tryRoom(room) {
  const files = listFiles(room).filter((file) => /\.tsx?$/.test(file))
  const faults = chooseFaults(
    files.flatMap((file) => listFaults(file, readFileSync(join(copy, file), 'utf8'))),
    FAULTS,
    SEED,
  )
  const tests = findTests(room)
  const whole = await runTests(tests, 5 * PATIENCE)
  if (whole.failed) throw new Error(`${room}: without a fault fails ${whole.failed}`)
  let noticed = 0
  for (const { kind, file, start, end, text, line, before, after } of faults) {
    const path = join(copy, file)
    const code = readFileSync(path, 'utf8')
    writeFileSync(path, code.slice(0, start) + text + code.slice(end))
    const { failed } = await runTests(tests, PATIENCE + 3 * whole.took)
    writeFileSync(path, code)
    if (failed) noticed++
    const change = `\`${before}\` → \`${after}\``.replaceAll('|', '\\|')
    console.log(
      `| ${room} | ${file.slice(room.length + 1)}:${line}, ${kind}: ${change} | ${failed ?? '**nobody**'} |`,
    )
  }
  return noticed
}

for (const file of listFiles()) cpSync(file, join(copy, file))
for (const folder of ['.', ...listFiles('test/**/package.json').map(dirname)]) {
  const packages = join(folder, 'node_modules')
  if (existsSync(packages)) symlinkSync(resolve(packages), join(copy, packages))
}

console.log('| room | fault | noticed by |\n| --- | --- | --- |')
const sums = []
for (const room of CHOSEN.length ? CHOSEN : ROOMS) sums.push([room, await tryRoom(room)])
for (const [room, noticed] of sums) console.log(`${room}: ${noticed} of ${FAULTS} noticed, seed ${SEED}`)
process.exitCode = sums.every(([, noticed]) => noticed >= ENOUGH) ? 0 : 1
