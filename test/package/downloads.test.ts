import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { version } from '../../package.json'
import { writeDownloads } from '../../scripts/release/downloads.mjs'

const folders = ['first', 'second'].map((name) => mkdtempSync(join(tmpdir(), `downloads-${name}-`)))
const [folder = '', again = ''] = folders
const hashes: Record<string, string> = JSON.parse(readFileSync('dist/integrity.json', 'utf8'))
let names: string[]
beforeAll(() => {
  for (const one of folders) names = writeDownloads(one, version, hashes['embed.js'])
})
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true })
})
const read = (name: string, from = folder) => readFileSync(join(from, name))

describe('what people take from a release who do not build (HO08)', () => {
  it('is the plugin, with the script and the PHP that checks signatures (HO08)', () => {
    const plugin = unzipSync(read('wallet-connect-button-wordpress.zip'))
    const text = (name: string) => new TextDecoder().decode(plugin[`wallet-connect-button/${name}`])
    expect(text('wallet-connect-button.php')).toContain('Plugin Name:')
    expect(text('includes/sign-in.php')).toBe(read('sign-in.php').toString())
    for (const file of Object.keys(hashes))
      if (file !== 'looks.css') expect(text(`dist/${file}`)).toBe(readFileSync(`dist/${file}`, 'utf8'))
    expect(Object.keys(plugin).every((name) => name.startsWith('wallet-connect-button/'))).toBe(true)
  })

  it('is the OpenID provider, without anybody’s own files (HO08)', () => {
    const provider = Object.keys(unzipSync(read('wallet-connect-button-openid.zip')))
    expect(provider).toEqual(
      expect.arrayContaining(
        ['README.md', 'server.mjs', 'package-lock.json', 'src/account.mjs'].map(
          (name) => `wallet-connect-button-openid/${name}`,
        ),
      ),
    )
    expect(provider.filter((name) => /node_modules|\/config\.json$/.test(name))).toEqual([])
  })

  it('is the lines for a page with the script’s own hash (HO08)', () => {
    expect(read('snippet.html').toString()).toContain(
      `wallet-connect-button@${version}/dist/embed.js" integrity="${hashes['embed.js']}"`,
    )
  })

  it('is the same each time (HO08)', () => {
    for (const name of names) expect(read(name, again).equals(read(name)), name).toBe(true)
  })
})
