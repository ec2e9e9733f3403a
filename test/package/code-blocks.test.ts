import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { Window } from 'happy-dom'
import { compile as compileSvelte } from 'svelte/compiler'
import { beforeAll, describe, expect, test } from 'vitest'
import { compileScript, compileTemplate, parse as parseVue } from 'vue/compiler-sfc'
import { BUTTON_TAG } from '../../src/constants.js'
import { MEMBERS } from '../../src/element/attributes.js'
import { blocksIn, codeBlocks, nameOf } from '../counterparts/code-blocks.js'
import { compilePrograms, findPrograms } from '../counterparts/compile-blocks.js'

/** Documents with parts of files of this project: their tests follow them to the letter, in a copy of the tree. */
const FOLLOWED: Record<string, string> = {
  'docs/add-a-language.md': 'test/package/add-a-language.test.ts',
  'docs/add-an-attribute.md': 'test/package/add-an-attribute.test.ts',
  'docs/first-steps.md': 'test/site/first-steps.test.ts',
}

/** Languages whose blocks are held by another test, which reads them: text here is a policy, a list or steps for people. */
const HELD_ELSEWHERE: Record<string, string> = {
  php: 'test/wordpress/documented.test.ts',
  jsx: 'test/hosts/pages.test.ts',
}
/** Nothing can be run of these: policies with gaps to fill in, lines of a server's configuration. */
const FOR_PEOPLE = ['', 'text', 'nginx']

const programs = findPrograms((file) => file in FOLLOWED)
let said: Map<string, string[]>
beforeAll(() => {
  said = compilePrograms(programs)
}, 60_000)

describe('every code block of README and docs', () => {
  test('is in a language that a test holds, or is for people alone', () => {
    const held = ['ts', 'tsx', 'js', 'json', 'html', 'css', 'sh', 'vue', 'svelte', 'astro', 'liquid']
    const known = new Set([...held, ...Object.keys(HELD_ELSEWHERE), ...FOR_PEOPLE])
    expect(codeBlocks.filter(({ language }) => !known.has(language)).map(nameOf)).toEqual([])
    for (const [document, holder] of Object.entries(FOLLOWED))
      expect(readFileSync(holder, 'utf8')).toContain(document)
    for (const holder of Object.values(HELD_ELSEWHERE))
      expect(readFileSync(holder, 'utf8')).toContain('blocksIn(')
  })

  test.each(programs.map((block) => [nameOf(block), block.language] as const))(
    'at %s (%s) compiles against the types of the built package',
    (name) => {
      expect(said.get(name) ?? []).toEqual([])
    },
  )

  test('compiles without a word on anything around the blocks', () => {
    expect(said.get('elsewhere') ?? []).toEqual([])
  })

  test.each(blocksIn('json').map((block) => [nameOf(block), block] as const))(
    'at %s is JSON',
    (_, { code }) => {
      expect(() => JSON.parse(code)).not.toThrow()
    },
  )

  test.each(blocksIn('css').map((block) => [nameOf(block), block] as const))(
    'at %s is a style sheet',
    async (_, { code }) => {
      expect((await transform(code, { loader: 'css' })).warnings).toEqual([])
    },
  )

  test.each(blocksIn('vue').map((block) => [nameOf(block), block] as const))(
    'at %s is a Vue component',
    (_, { code }) => {
      const { descriptor, errors } = parseVue(code)
      expect(errors).toEqual([])
      const { bindings } = compileScript(descriptor, { id: 'block' })
      const compiled = compileTemplate({
        id: 'block',
        filename: 'block.vue',
        source: descriptor.template?.content ?? '',
        compilerOptions: { bindingMetadata: bindings ?? {}, isCustomElement: (tag) => tag === BUTTON_TAG },
      })
      expect([...compiled.errors, ...compiled.tips]).toEqual([])
    },
  )

  test.each(blocksIn('svelte').map((block) => [nameOf(block), block] as const))(
    'at %s is a Svelte component',
    (_, { code }) => {
      expect(compileSvelte(code, { runes: true }).warnings).toEqual([])
    },
  )

  const commands = [
    ...blocksIn('sh').filter(({ file }) => !(file in FOLLOWED)),
    ...blocksIn('').filter(({ code }) => /^(?:node|npm) /.test(code)),
  ].flatMap((block) =>
    block.code
      .split(/\n|&&/)
      .map((line) => [nameOf(block), block.file, line.replace(/#.*/, '').trim()] as const)
      .filter(([, , line]) => line),
  )
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

  test.each(commands)('at %s (%s) has a command that exists: %s', (_, file, command) => {
    const words = command.split(' ').filter((word) => !/^[A-Z_]+=/.test(word))
    const [tool = '', verb = '', name = ''] = words
    if (tool === 'npm' && verb === 'run') expect(scripts).toHaveProperty([name])
    else if (tool === 'npx') expect(existsSync(`node_modules/.bin/${verb}`), verb).toBe(true)
    else if (tool === 'npm') expect(['ci', 'test', 'install', 'pack']).toContain(verb)
    else if (tool === 'node' || tool === 'cp') {
      const folder = file.startsWith('integrations/oidc') ? 'integrations/oidc' : '.'
      expect(existsSync(join(folder, verb)), verb).toBe(true)
    } else throw new Error(`Nothing is known of the command ${tool}`)
  })

  const listed = new Set(MEMBERS.filter(([, mark]) => '=?:'.includes(mark)).map(([name]) => name)).add(
    'sign-in',
  )

  test.each(blocksIn('html', 'liquid').map((block) => [nameOf(block), block] as const))(
    'at %s has attributes that the element knows, on one line',
    (_, { code }) => {
      const { document } = new Window({ settings: { disableJavaScriptEvaluation: true } } as never)
      document.write(`<!doctype html><body>${code}`)
      const withoutScripts = code.replace(/<script(?![^>]*json)[^>]*>.*?<\/script>/gs, '')
      const tags = [...document.querySelectorAll(BUTTON_TAG)]
      expect(tags.length).toBe([...withoutScripts.matchAll(/<wallet-connect-button[\s>]/g)].length)
      for (const tag of tags) {
        expect([...tag.attributes].map(({ name }) => name).filter((name) => !listed.has(name))).toEqual(
          tag.id ? ['id'] : [],
        )
        const json = tag.querySelector('script[type="application/json"]')
        if (json) expect(() => JSON.parse(json.textContent ?? '')).not.toThrow()
      }
      expect(code).not.toMatch(/<wallet-connect-button[^>]*\n/)
    },
  )
})
