import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Writes dist/THIRD_PARTY_LICENSES.txt: the notice of each package that the build has put into dist, for bundlers and
 * for the script tag. Packages with the same text share an entry. The bundler has recorded the list of packages.
 */
const folders = JSON.parse(readFileSync('dist/bundled.json', 'utf8'))
const NOTICE = /^(?:licen[cs]e|copying|notice)/i

/** The licence text for packages that come without a licence file; their registry entry names the licence. */
const WORDS = {
  MIT: (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
  'Apache-2.0': (holder) =>
    `Copyright ${holder}\n\n${readFileSync('node_modules/typescript/LICENSE.txt', 'utf8').trim()}`,
}

function readNotice(folder, { name, license, author, contributors, repository }) {
  const files = readdirSync(folder).filter((file) => NOTICE.test(file))
  if (files.length)
    return files
      .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r', '').trim())
      .join('\n\n')
  const words = WORDS[license]
  if (!words) throw new Error(`${name} has no file with its licence (${license})`)
  const [first = author] = contributors ?? []
  const holder = author ?? first ?? repository?.url ?? repository ?? name
  return words(typeof holder === 'string' ? holder : holder.name)
}

/** Notice → the packages that it belongs to. */
const notices = new Map()
for (const folder of folders) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { name, version, license } = manifest
  const notice = readNotice(folder, manifest)
  notices.set(notice, (notices.get(notice) ?? new Set()).add(`${name} ${version} (${license})`))
}

// scripts/marks.mjs has copied the marks of wallets from these packages.
const copied = [
  ['@web3icons/core 4.0.56 (MIT)', '2024 0xa3k5'],
  ['@starknet-io/get-starknet-core 4.0.8 (MIT)', '2022 avimak'],
]
for (const [name, holder] of copied) notices.set(WORDS.MIT(holder), new Set([name]))

const LINE = '-'.repeat(80)
const entries = [...notices].map(([notice, names]) => `${[...names].sort().join('\n')}\n\n${notice}\n`)
writeFileSync(
  'dist/THIRD_PARTY_LICENSES.txt',
  `The files of wallet-connect-button contain code of the packages below, each under its own licence.\n\n${LINE}\n${entries.sort().join(`\n${LINE}\n`)}`,
)
