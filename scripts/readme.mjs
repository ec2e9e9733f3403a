import { readFileSync, writeFileSync } from 'node:fs'
import { attributes, cssProperties, events, methods } from './element-docs.mjs'

/** Writes the README's tables from the element's documentation and the error catalogue, between their markers. */
const catalogue = readFileSync('src/errors/catalogue.ts', 'utf8')
const errors = [...catalogue.matchAll(/^ {2}(\w+):\s*'((?:[^'\\]|\\.)*)',?$/gm)].map(([, code, text]) => [
  code,
  text,
])

const cell = (text) => text.replaceAll('|', '\\|')
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

const tables = {
  attributes: table(
    ['attribute', 'value', 'default', 'meaning'],
    attributes.map(([name, type, value, text]) => [`\`${name}\``, type, value && `\`${value}\``, text]),
  ),
  methods: table(
    ['method', 'resolves with', ''],
    methods.map(([name, parameters, type, text]) => [
      `\`${name}(${parameters})\``,
      `\`${type.slice('Promise<'.length, -1)}\``,
      text,
    ]),
  ),
  events: table(
    ['event', 'detail', ''],
    events.map(([name, detail, text]) => [`\`${name}\``, `\`${detail}\``, text]),
  ),
  properties: table(
    ['property', ''],
    cssProperties.map(([name, text]) => [`\`${name}\``, text]),
  ),
  errors: table(
    ['code', 'message'],
    errors.map(([code, text]) => [`\`${code}\``, text]),
  ),
}

let readme = readFileSync('README.md', 'utf8')
for (const [name, text] of Object.entries(tables)) {
  readme = readme.replace(
    new RegExp(`<!-- ${name} -->[^]*<!-- /${name} -->`),
    () => `<!-- ${name} -->\n${text}\n<!-- /${name} -->`,
  )
}
writeFileSync('README.md', readme)
