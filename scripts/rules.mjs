import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'

/** The page with the rules. */
export const PAGE = 'docs/rules.md'

/** How a rule can be tested, in the page's order. Each is a folder of test. */
const KINDS = ['unit', 'package', 'chain', 'browser', 'engines', 'hosts', 'servers', 'wordpress', 'site']

const ID = /\b(?:(?:SO|BR|SP|EW|SW|SV|HO|UI|HS)\d{1,2}|[A-Z]\d{1,2})\b/g
const RANGE = /\b([A-Z])(\d\d)(?:–| to )\1(\d\d)\b/g
/** The id at the beginning of a row in a table of tests. */
const ROW = /^(?:SO\d{1,2}|(?:BR|SP|EW|SW|SV|HO|UI|HS|[A-Z])\d{2})(?=[:,–]|$)/

/** Reads the ids in a test's name. A01–A03 and A01 to A03 name three. */
function readIds(name) {
  const spelledOut = name.replace(RANGE, (_, letter, first, last) => {
    const ids = []
    for (let number = Number(first); number <= Number(last); number++)
      ids.push(letter + String(number).padStart(2, '0'))
    return ids.join(' ')
  })
  return spelledOut.match(ID) ?? []
}

/** Reads the ids of a file's tests: in the names themselves, and in the tables that fill names in. */
function readFileIds(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest)
  const ids = new Set()
  const visit = (node) => {
    if (ts.isCallExpression(node)) {
      const [name] = node.arguments
      const isNamed = name && (ts.isStringLiteralLike(name) || ts.isTemplateExpression(name))
      if (isNamed && isTest(node.expression)) for (const id of readIds(textOf(name))) ids.add(id)
    }
    if (ts.isStringLiteralLike(node) && ROW.test(node.text)) for (const id of readIds(node.text)) ids.add(id)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return ids
}

/** Whether an expression is describe, it or test, or a form of them such as it.each(…). */
function isTest(expression) {
  if (ts.isIdentifier(expression)) return ['describe', 'it', 'test'].includes(expression.text)
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression))
    return isTest(expression.expression)
  return ts.isTaggedTemplateExpression(expression) && isTest(expression.tag)
}

const textOf = (name) =>
  ts.isTemplateExpression(name)
    ? [name.head.text, ...name.templateSpans.map((span) => span.literal.text)].join(' ')
    : name.text

/**
 * Reads which rules the tests name.
 *
 * @returns {Map<string, string>} id → how it is tested, such as `unit, browser`
 */
export function readTestedRules() {
  const found = new Map()
  for (const kind of KINDS) {
    const files = readdirSync(`test/${kind}`, { recursive: true, encoding: 'utf8' })
    for (const path of files.filter((file) => /\.test\.tsx?$/.test(file))) {
      for (const id of readFileIds(`test/${kind}/${path}`))
        found.set(id, (found.get(id) ?? new Set()).add(kind))
    }
  }
  return new Map([...found].map(([id, kinds]) => [id, [...kinds].join(', ')]))
}

/**
 * Reads the rules of the page.
 *
 * @returns {{ id: string, rule: string, source: string, tested: string }[]}
 */
export function readRules(page = readFileSync(PAGE, 'utf8')) {
  return page
    .split('\n')
    .filter((line) => /^\| [A-Z]+\d/.test(line))
    .map((line) => {
      const [, id, rule, source, tested] = line.split('|').map((cell) => cell.trim())
      return { id, rule, source, tested }
    })
}

/** Writes the page's last column, how each rule is tested, from the tests' names. */
function writeTested() {
  const tested = readTestedRules()
  const lines = readFileSync(PAGE, 'utf8').split('\n')
  const written = lines.map((line) => {
    const [, id] = /^\| ([A-Z]+\d+) /.exec(line) ?? []
    if (!id) return line
    const cells = line.split('|').slice(1, 4)
    return `|${cells.join('|')}| ${tested.get(id) ?? ''} |`
  })
  writeFileSync(PAGE, written.join('\n'))
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) writeTested()
