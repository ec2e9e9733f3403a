import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BUTTON_TAG } from '../../src/constants.js'
import { MEMBERS } from '../../src/element/attributes.js'
import { codeBlocks } from '../counterparts/code-blocks.js'

const FOLDER = 'docs/hosts'
const pages = readdirSync(FOLDER).map((file) => join(FOLDER, file))
const read = (file: string) => readFileSync(file, 'utf8')

const blocks = codeBlocks.filter(({ file }) => file.startsWith(`${FOLDER}/`))
const of = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language))

describe('the pages about hosts', () => {
  test('are all in the index, and their links lead to existing files', () => {
    const index = read(join(FOLDER, 'README.md'))
    const missing = pages.filter(
      (file) => !file.endsWith('README.md') && !index.includes(`(${file.slice(FOLDER.length + 1)})`),
    )
    expect(missing).toEqual([])
    const broken = pages.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)]
        .map(([, target = '']) => join(dirname(file), target))
        .filter((target) => !existsSync(target)),
    )
    expect(broken).toEqual([])
  })

  const listed = new Set([
    ...MEMBERS.filter(([, mark]) => '=?:'.includes(mark)).map(([name]) => name),
    'sign-in',
  ])

  test('name only attributes that the element has', () => {
    const named = of('vue', 'svelte', 'astro', 'php').flatMap(({ code }) =>
      [...code.matchAll(/<wallet-connect-button\s([^>]*)>/g)].flatMap(([, inside = '']) =>
        [...inside.matchAll(/(?:^|\s)([a-z][a-z-]*)=/g)].map(([, name = '']) => name),
      ),
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((name) => !listed.has(name))).toEqual([])
  })

  test('name only existing attributes for the sanitisers', () => {
    const lists = of('js').filter(({ file }) => file.endsWith('sanitisers.md'))
    const names = lists.flatMap(({ code }) =>
      [...code.matchAll(/\b(?:[a-z]+-)+[a-z]+\b/g)].map(([name]) => name),
    )
    const known = new Set([...listed, BUTTON_TAG, 'sanitize-html', 'rehype-sanitize'])
    expect(new Set(names.filter((name) => !known.has(name)))).toEqual(new Set())
  })

  /** Rows of the table of hosts: name, page, test, whether it works. */
  const hosts = [
    ...read(join(FOLDER, 'README.md')).matchAll(/^\| (.*?) \| \[.*?\]\((.*?)\) \| (.*?) ?\| (.*?) \|/gm),
  ].map(([, name = '', page = '', held = '', works = '']) => ({
    name,
    page,
    test: held.replaceAll('`', ''),
    works,
  }))
  const tried = hosts.filter(({ works }) => works === 'yes')

  test('name at least twenty hosts that work, and of each the test that holds it', () => {
    expect(new Set(tried.map(({ name }) => name)).size).toBeGreaterThanOrEqual(20)
    expect(tried.filter(({ test: name }) => !existsSync(`test/${name}.test.ts`))).toEqual([])
    expect(hosts.filter(({ works }) => works !== 'yes' && works !== '**(not tried)**')).toEqual([])
  })

  test('have a row for each host that a test builds or opens, and no other', () => {
    for (const name of ['hosts/apps', 'hosts/pages', 'hosts/ways']) {
      const code = read(`test/${name}.test.ts`)
      const rows = tried.filter((host) => host.test === name).map((host) => host.name)
      const missing = rows.filter((host) => !code.includes(`'${host}'`) && !code.includes(`'${host}:`))
      expect(missing, name).toEqual([])
      const list = /const (?:APPS|PAGES|WAYS)\b.*?^\]/ms.exec(code)?.[0] ?? ''
      const names = [...list.matchAll(/^ {2}\[\s*'([^']+)',/gm)].map(([, host = '']) => host)
      expect(names.length, name).toBeGreaterThan(5)
      expect(
        names.filter((host) => !rows.includes(host)),
        name,
      ).toEqual([])
    }
  })
})
