import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nameAlias, writeAlias } from '../../scripts/release/alias.mjs'
import { prepareRelease } from '../../scripts/release/prepare.mjs'
import { createSbom } from '../../scripts/release/sbom.mjs'
import { useChromium } from '../counterparts/chromium-hooks.js'
import { inPackage } from '../counterparts/package-root.js'
import { startPageServer } from '../counterparts/servers.js'

const folder = mkdtempSync(join(tmpdir(), 'release-'))
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
let version: string
let alias: string
const open = useChromium()
beforeAll(() => {
  ;({ version, alias } = prepareRelease(join(folder, 'out')))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('a release (T13)', () => {
  it('has the hash of every file for a script tag, as the file is', () => {
    const { files, version: named } = readJson(join(folder, 'out/integrity.json'))
    expect(named).toBe(version)
    const base = join(folder, 'out/cdn', version, 'dist')
    const hash = (file: string) =>
      `sha384-${createHash('sha384')
        .update(readFileSync(join(base, file)))
        .digest('base64')}`
    for (const [file, hashes] of Object.entries<string>(files))
      expect(hashes.split(' ')).toContain(hash(file))
    const there = readdirSync(join(base, 'embed')).map((file) => `embed/${file}`)
    expect(Object.keys(files).sort()).toEqual(['embed.js', 'looks.css', ...there].sort())
  })

  it('has a bill of materials with every package of the build, the same each time', () => {
    const sbom = readJson(join(folder, 'out/sbom.cdx.json'))
    const bundled: string[] = readJson('dist/bundled.json')
    const names = sbom.components.map(({ purl }: { purl: string }) => purl)
    expect(new Set(names).size).toBe(names.length)
    for (const title of ['react@18.3.1', '%40walletconnect/sign-client@2.21.8', '%40scure/starknet@'])
      expect(
        names.some((purl: string) => purl.startsWith(`pkg:npm/${title}`)),
        title,
      ).toBe(true)
    expect(names.length).toBeGreaterThan(bundled.length * 0.7)
    for (const component of sbom.components) {
      expect(component).toMatchObject({ type: 'library', scope: 'required' })
      expect(component.licenses, component.purl).toHaveLength(1)
      expect(component.hashes[0].alg, component.purl).toBe('SHA-512')
      expect(component.hashes[0].content).toMatch(/^[0-9a-f]{128}$/)
    }
    expect(sbom.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    expect(JSON.stringify(createSbom())).toBe(JSON.stringify(sbom))
  })

  it('has an alias that names its major version, and before 1.0.0 the second number too', () => {
    expect(['0.3.1', '1.0.0', '2.14.3'].map(nameAlias)).toEqual(['0.3', '1', '2'])
  })
})

describe('the alias', () => {
  /** A CDN with this release under two version numbers. */
  async function startCdn() {
    const cdn = await startPageServer({ cors: true, folders: { '/': join(folder, 'out/cdn') } })
    cpSync(join(folder, 'out/cdn', version), join(folder, 'out/cdn/9.9.9'), { recursive: true })
    const site = await startPageServer()
    const url = site.page(
      '/',
      `<!doctype html><html lang="en"><title>Page</title><script src="${cdn.origin}/${alias}/embed.js" defer></script><wallet-connect-button></wallet-connect-button>`,
    )
    return { cdn, site, url }
  }

  it('loads the release that it names, by its hash, and the next one as soon as it names that', async () => {
    const { cdn, site, url } = await startCdn()
    const first = await open({ url })
    await first.page.locator('wallet-connect-button [part=button]').click()
    await first.page.locator('wallet-connect-modal').getByRole('dialog').waitFor()
    const asked = (requests: readonly string[]) =>
      requests.filter((each) => each.startsWith(cdn.origin)).map((each) => new URL(each).pathname)
    expect(asked(first.requests)[1]).toBe(`/${version}/dist/embed.js`)
    expect(
      asked(first.requests)
        .slice(1)
        .every((path) => path.startsWith(`/${version}/dist/`)),
    ).toBe(true)

    const { 'embed.js': integrity } = readJson('dist/integrity.json')
    cdn.route(`/${alias}/embed.js`, {
      headers: { 'content-type': 'text/javascript' },
      body: writeAlias('9.9.9', integrity),
    })
    const second = await open({ url })
    await second.page.locator('wallet-connect-button [part=button]').click()
    await second.page.locator('wallet-connect-modal').getByRole('dialog').waitFor()
    expect(
      asked(second.requests)
        .slice(1)
        .every((path) => path.startsWith('/9.9.9/dist/')),
    ).toBe(true)
    expect([...first.errors, ...first.console, ...second.errors, ...second.console]).toEqual([])
    await Promise.all([cdn.stop(), site.stop()])
  })

  it('runs no file that somebody has changed on the CDN', async () => {
    const { cdn, site, url } = await startCdn()
    cdn.route(`/${version}/dist/embed.js`, {
      headers: { 'content-type': 'text/javascript' },
      body: 'document.title = "taken over"',
    })
    const { page, console: lines } = await open({ url })
    await expect.poll(() => lines.join()).toContain('integrity')
    expect(await page.title()).toBe('Page')
    await Promise.all([cdn.stop(), site.stop()])
  })
})

describe('a new version', () => {
  it('takes what is in .changeset into CHANGELOG.md, and its number into package, lockfile and documents', () => {
    const copy = join(folder, 'copy')
    mkdirSync(copy)
    for (const name of [
      'package.json',
      'package-lock.json',
      'README.md',
      'CHANGELOG.md',
      'docs',
      '.changeset',
      'scripts',
    ])
      cpSync(inPackage(name), join(copy, name), { recursive: true })
    cpSync(inPackage('release/package.json'), join(copy, 'release/package.json'))
    symlinkSync(inPackage('release/node_modules'), join(copy, 'release/node_modules'))
    // The changes that are waiting in the project are not what is looked for.
    for (const name of readdirSync(join(copy, '.changeset')))
      if (name.endsWith('.md') && name !== 'README.md') rmSync(join(copy, '.changeset', name))
    writeFileSync(
      join(copy, '.changeset/quiet-wallets.md'),
      `---\n'wallet-connect-button': minor\n---\n\nA wallet that answers twice no longer connects twice.\n\nPages need no change.\n`,
    )
    const run = (command: string, ...args: string[]) =>
      execFileSync(command, args, { cwd: copy, encoding: 'utf8', stdio: 'pipe' })
    run('git', 'init', '-q', '-b', 'main')
    run(
      'git',
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b.example',
      'commit',
      '-q',
      '--allow-empty',
      '-m',
      'first',
    )
    run('node', 'scripts/release/version.mjs')
    const [major, minor] = version.split('.').map(Number)
    const next = `${major}.${(minor ?? 0) + 1}.0`
    expect(readJson(join(copy, 'package.json')).version).toBe(next)
    expect(readJson(join(copy, 'package-lock.json')).packages[''].version).toBe(next)
    const changelog = readFileSync(join(copy, 'CHANGELOG.md'), 'utf8')
    expect(changelog).toMatch(
      new RegExp(
        `^# Changelog\\n\\n## ${next.replaceAll('.', '\\.')} \\(\\d{4}-\\d\\d-\\d\\d\\)\\n\\n### Minor Changes\\n\\n- A wallet that answers twice no longer connects twice\\.\\n\\n {2}Pages need no change\\.\\n\\n## `,
      ),
    )
    expect(readFileSync(join(copy, 'README.md'), 'utf8')).toContain(
      `wallet-connect-button@${next}/dist/embed.js`,
    )
    expect(readFileSync(join(copy, 'README.md'), 'utf8')).toContain(`\nVersion ${next} `)
    expect(readFileSync(join(copy, 'docs/styling.md'), 'utf8')).toContain(
      `wallet-connect-button@${next}/dist/looks.css`,
    )
    expect(readdirSync(join(copy, '.changeset')).sort()).toEqual(['README.md', 'config.json'])
    // After the build.
    mkdirSync(join(copy, 'dist'), { recursive: true })
    writeFileSync(join(copy, 'dist/integrity.json'), '{ "embed.js": "sha384-new" }')
    run('node', 'scripts/release/version.mjs', '--hash')
    for (const file of ['README.md', 'docs/getting-started.md', 'docs/hosts/plain-html.md'])
      expect(readFileSync(join(copy, file), 'utf8')).toContain(
        `wallet-connect-button@${next}/dist/embed.js" integrity="sha384-new"`,
      )
  })
})
