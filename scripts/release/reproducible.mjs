/**
 * `node scripts/release/reproducible.mjs`: clones this commit twice into folders of their own, installs and builds each by itself, packs both, and compares every
 * file byte for byte.
 *
 * With the path of a packed release it compares that, too: `node scripts/release/reproducible.mjs wallet-connect-button-1.2.3.tgz`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'

const [published] = process.argv.slice(2)
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim()
const root = execFileSync('git', ['rev-parse', '--show-toplevel'], { encoding: 'utf8' }).trim()
const temporary = mkdtempSync(join(tmpdir(), 'reproduce-'))

function run(cwd, command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`)
  return stdout
}

/** File → hash, of a packed package. */
function readPackage(tarball, folder) {
  mkdirSync(folder, { recursive: true })
  run(folder, 'tar', 'xzf', tarball)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(join(folder, file)).isFile(),
  )
  return new Map(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex'),
    ]),
  )
}

/** Builds the commit in a clone. The folders' names differ in length, so that a path that got into a file shows. */
function build(name) {
  const folder = join(temporary, name)
  run(temporary, 'git', 'clone', '--quiet', '--no-hardlinks', root, folder)
  run(folder, 'git', 'checkout', '--quiet', commit)
  run(folder, 'npm', 'ci')
  run(folder, 'npm', 'run', 'build')
  run(folder, 'node', 'scripts/release/prepare.mjs')
  const out = join(folder, 'release/out')
  const tarball = join(
    out,
    readdirSync(out).find((file) => file.endsWith('.tgz')),
  )
  const sbom = readFileSync(join(out, 'sbom.cdx.json'))
  console.log(`${relative(temporary, folder)}: built`)
  return { files: readPackage(tarball, join(temporary, `${name}-packed`)), sbom, tarball }
}

function compare(title, one, other) {
  const names = [...new Set([...one.keys(), ...other.keys()])]
  const differing = names.filter((name) => one.get(name) !== other.get(name))
  if (differing.length) {
    console.error(
      `${title}: ${differing.length} of ${names.length} files differ:\n  ${differing.join('\n  ')}`,
    )
    process.exitCode = 1
  } else console.log(`${title}: ${names.length} files, all the same byte for byte`)
}

try {
  const first = build('one')
  const second = build('a-second-one-with-a-longer-name')
  compare('Two clean clones', first.files, second.files)
  compare(
    'Their bills of materials',
    new Map([['sbom', `${first.sbom}`]]),
    new Map([['sbom', `${second.sbom}`]]),
  )
  if (published)
    compare(
      'The published package',
      first.files,
      readPackage(resolve(published), join(temporary, 'published')),
    )
} finally {
  rmSync(temporary, { recursive: true, force: true })
}
