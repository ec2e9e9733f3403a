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
  test('are all in the index, and every link in them leads somewhere', () => {
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

  test('say nothing of attributes that the element does not have', () => {
    const named = of('vue', 'svelte', 'astro', 'php').flatMap(({ code }) =>
      [...code.matchAll(/<wallet-connect-button\s([^>]*)>/g)].flatMap(([, inside = '']) =>
        [...inside.matchAll(/(?:^|\s)([a-z][a-z-]*)=/g)].map(([, name = '']) => name),
      ),
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((name) => !listed.has(name))).toEqual([])
  })

  test('the sanitisers are told of attributes that exist', () => {
    const lists = of('js').filter(({ file }) => file.endsWith('sanitisers.md'))
    const names = lists.flatMap(({ code }) =>
      [...code.matchAll(/\b(?:[a-z]+-)+[a-z]+\b/g)].map(([name]) => name),
    )
    const known = new Set([...listed, BUTTON_TAG, 'sanitize-html', 'rehype-sanitize'])
    expect(new Set(names.filter((name) => !known.has(name)))).toEqual(new Set())
  })
})
