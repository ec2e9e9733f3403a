import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeFolder } from './pack.js'

/** The beginning of a feature's name in docs/browsers.md → its name in browser-compat-data. */
const FEATURES: Record<string, string> = {
  ES2022: 'javascript.classes.static.initialization_blocks',
  'custom elements': 'api.CustomElementRegistry.define',
  'shadow roots': 'api.Element.attachShadow',
  'constructed style sheets': 'api.CSSStyleSheet.CSSStyleSheet',
  '`import()`': 'javascript.operators.import',
  '`<dialog>`': 'api.HTMLDialogElement.showModal',
  '`URL.canParse`': 'api.URL.canParse_static',
  '`popover`': 'html.global_attributes.popover',
  '`light-dark()`': 'css.types.color.light-dark',
  'relative colours': 'css.types.color.lab.relative_syntax',
  '`attachInternals`': 'api.HTMLElement.attachInternals',
  '`:state()`': 'css.selectors.state',
  '`modulepreload`': 'html.elements.link.rel.modulepreload',
}
/** The button and its look work without these. */
const SPARED = ['`:state()`', '`attachInternals`', '`modulepreload`']

interface Support {
  version_added: string | false
  flags?: unknown
  prefix?: string
  notes?: string | string[]
}
interface Node {
  __compat?: { support: Record<string, Support | Support[]> }
  [name: string]: unknown
}
let data: Node & { browsers: Record<string, { releases: Record<string, { release_date: string }> }> }

beforeAll(() => {
  const version = /browser-compat-data\) ([\d.]+)/.exec(document)?.[1]
  const folder = makeFolder('compat')
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const args = ['install', '--no-audit', '--no-fund', `@mdn/browser-compat-data@${version}`]
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  data = JSON.parse(readFileSync(join(folder, 'node_modules/@mdn/browser-compat-data/data.json'), 'utf8'))
})

const document = readFileSync('docs/browsers.md', 'utf8')
const rows = [...document.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(' | '))
const features = rows.filter((cells) => cells.length === 6).slice(2)
const browsers = rows.filter((cells) => cells.length === 3).slice(2)

/** The first version that has a feature, with unfinished implementations too. */
function firstVersion(feature: string, browser: string): number {
  const found = feature.split('.').reduce<Node | undefined>((node, name) => node?.[name] as Node, data)
  const entries = [found?.__compat?.support[browser] ?? []]
    .flat()
    .filter(({ flags, prefix, notes }) => !flags && !prefix && !/ instead of /.test(String(notes)))
  return Math.min(
    ...entries.map(({ version_added }) => Number(version_added || Number.NaN)).filter(Number.isFinite),
  )
}

const keyOf = (name: string) => Object.keys(FEATURES).find((beginning) => name.startsWith(beginning)) ?? name

describe('the page docs/browsers.md', () => {
  it('names the version of each browser that MDN’s data name for each feature (T09)', () => {
    expect(features.map(([name = '']) => keyOf(name)).sort()).toEqual(Object.keys(FEATURES).sort())
    for (const [name = '', , ...versions] of features) {
      const feature = FEATURES[keyOf(name)] as string
      const known = ['chrome', 'firefox', 'safari'].map((browser) => firstVersion(feature, browser))
      expect(versions.slice(0, 3).map(Number), name).toEqual(known)
    }
  })

  it('names the first versions that have all of them, and their month (T09)', () => {
    const needed = Object.entries(FEATURES).filter(([name]) => !SPARED.includes(name))
    const names: Record<string, string> = {
      'Chrome, Edge': 'chrome',
      Opera: 'opera',
      Firefox: 'firefox',
      'Safari, on macOS and iOS': 'safari',
      'Samsung Internet': 'samsunginternet_android',
    }
    expect(browsers.map(([name = '']) => name)).toEqual(Object.keys(names))
    for (const [name = '', version = '', since] of browsers) {
      const browser = names[name] as string
      expect(Number(version), name).toBe(
        Math.max(...needed.map(([, feature]) => firstVersion(feature, browser))),
      )
      const { release_date } = data.browsers[browser]?.releases[version] ?? { release_date: '' }
      const month = new Date(release_date).toLocaleString('en', {
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
      })
      expect(since, name).toBe(month)
    }
  })

  it('has a test for each feature that takes it away (T09)', () => {
    const tests = readFileSync('test/browser/old-browsers.test.ts', 'utf8')
    // Older than another feature of the table, or nothing that a page can take away.
    const spared = ['`import()`', '`<dialog>`', '`modulepreload`']
    const untaken = Object.keys(FEATURES).filter(
      (name) => !spared.includes(name) && !tests.includes(name.replaceAll('`', '')),
    )
    expect(untaken).toEqual([])
  })
})
