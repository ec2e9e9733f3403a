import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Window } from 'happy-dom'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { BUTTON_TAG } from '../../src/constants.js'
import { MEMBERS } from '../../src/element/attributes.js'

const FOLDER = 'docs/hosts'
const pages = readdirSync(FOLDER).map((file) => join(FOLDER, file))
const read = (file: string) => readFileSync(file, 'utf8')

interface Block {
  file: string
  language: string
  code: string
}

const blocks: Block[] = pages.flatMap((file) =>
  [...read(file).matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', code = '']) => ({
    file,
    language,
    code,
  })),
)
const of = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language))

/** What TypeScript finds wrong with the form of some code; nothing is resolved. */
function findFaults(code: string, language: string): string[] {
  const fileName = `code.${language}`
  const compilerOptions = { jsx: ts.JsxEmit.Preserve, target: ts.ScriptTarget.ESNext, allowJs: true }
  const { diagnostics = [] } = ts.transpileModule(code, {
    fileName,
    compilerOptions,
    reportDiagnostics: true,
  })
  return diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

function parse(html: string) {
  const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } } as never)
  document.write(`<!doctype html><body>${html}`)
  return document
}

/** Code that a page of a framework holds beside its markup. */
const scripts: Block[] = of('html', 'vue', 'svelte', 'astro').flatMap(({ file, code }) =>
  [...code.matchAll(/<script(?: setup)?>\n(.*?)<\/script>/gs)].map(([, inner = '']) => ({
    file,
    language: 'js',
    code: inner,
  })),
)

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

  test.each([...of('ts', 'tsx', 'js'), ...scripts])(
    '$file: its code ($language) is well formed',
    ({ code, language }) => {
      expect(findFaults(code, language)).toEqual([])
    },
  )

  test.each(of('json'))('$file: its JSON can be read', ({ code }) => {
    expect(() => JSON.parse(code)).not.toThrow()
  })

  const listed = new Set([
    ...MEMBERS.filter(([, mark]) => '=?:'.includes(mark)).map(([name]) => name),
    'sign-in',
  ])

  test.each(of('html', 'liquid'))(
    '$file: its markup has attributes that the element knows, on one line',
    ({ code }) => {
      const document = parse(code)
      const tags = [...document.querySelectorAll(BUTTON_TAG)]
      expect(tags.length).toBe([...code.matchAll(/<wallet-connect-button[\s>]/g)].length)
      for (const tag of tags) {
        expect([...tag.attributes].map(({ name }) => name).filter((name) => !listed.has(name))).toEqual([])
        const json = tag.querySelector('script[type="application/json"]')
        if (json) expect(() => JSON.parse(json.textContent ?? '')).not.toThrow()
      }
      expect(code).not.toMatch(/<wallet-connect-button[^>]*\n/)
    },
  )

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
