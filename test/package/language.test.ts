import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { listSources } from '../counterparts/source-files.js'

/** Words of a private language, and what the field says instead. */
const UNWANTED: readonly (readonly [RegExp, string])[] = [
  [/\bdoors?\b/i, 'entry point, transport'],
  [/\bhouses?\b/i, 'project, package'],
  [/\b(?:thereof|thereby|whereof|wherein)\b/i, 'a sentence with a subject'],
  [/\bones\b/i, 'the noun itself'],
  [/\b(?:tamed?|whispers?)\b/i, 'the word of the field'],
  [/\b(?:is|are) to be (?!found)/, 'must, or an active verb'],
  [/\bwhere there is none\b/, 'when there is no …'],
  [/\bof its own accord\b/, 'by itself'],
]

const FOLDERS = ['src', 'test', 'demo', 'scripts', 'integrations', 'site']

const files = FOLDERS.flatMap((folder) => listSources(folder, /\.(?:tsx?|mjs|js)$/)).filter(
  (file) => !file.includes('languages/'),
)

/** A comment or the name of a test, with its line. */
interface Text {
  line: number
  text: string
}

const readSource = (file: string) =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)

/** The comments of a file. A line that begins with a comment sign inside of a template counts too. */
const readComments = (file: string): Text[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((text, index) => (/^\s*(?:\/\/|\/?\*)/.test(text) ? [{ line: index + 1, text }] : []))

/** The word that a call begins with: `it` in `it.each([…])('…')`. */
function readCallee(node: ts.Expression): string {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return readCallee(node.expression)
  if (ts.isTaggedTemplateExpression(node)) return readCallee(node.tag)
  return ts.isIdentifier(node) ? node.text : ''
}

/** The full names of a file's tests: the names of the groups around a test, then its own. */
function readTests(file: string): Text[] {
  const found: Text[] = []
  const source = readSource(file)
  const walk = (node: ts.Node, groups: string) => {
    let inner = groups
    if (ts.isCallExpression(node)) {
      const [name] = node.arguments
      const callee = readCallee(node.expression)
      if (name && (ts.isStringLiteralLike(name) || ts.isTemplateExpression(name))) {
        const text = `${groups} ${name.getText(source).slice(1, -1)}`.trim()
        if (callee === 'describe') inner = text
        if (callee === 'it' || callee === 'test')
          found.push({ line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, text })
      }
    }
    ts.forEachChild(node, (child) => walk(child, inner))
  }
  walk(source, '')
  return found
}

const tests = files
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => [file, readTests(file)] as const)

test('comments and test names use the words of the field (Z13)', () => {
  const texts = [...files.map((file) => [file, readComments(file)] as const), ...tests]
  const unwanted = texts.flatMap(([file, list]) =>
    list.flatMap(({ line, text }) =>
      UNWANTED.filter(([word]) => word.test(text) && !file.endsWith('language.test.ts')).map(
        ([, better]) => `${file}:${line} ${text.trim()} → ${better}`,
      ),
    ),
  )
  expect(unwanted).toEqual([])
})

// A test of Cairo accounts writes tests of Cairo, whose names begin with address_of.
test('the full name of each test, with its groups, has at least four words (Z13)', () => {
  const short = tests.flatMap(([file, list]) =>
    list
      .filter(({ text }) => text.split(/\s+/).length < 4 && !/^address_of_/.test(text))
      .map(({ line, text }) => `${file}:${line} ${text}`),
  )
  expect(short).toEqual([])
})
