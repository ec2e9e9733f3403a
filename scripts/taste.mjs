// A report for maintainers: words, comments and shapes of code that may be read twice. It fails nothing.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'

/** Words of a private language, and what the field says instead. */
const UNWANTED = [
  [/\bdoors?\b/i, 'entry point, transport'],
  [/\bhouses?\b/i, 'project, package'],
  [/\b(?:thereof|thereby|whereof|wherein)\b/i, 'a sentence with a subject'],
  [/\bones\b/i, 'the noun itself'],
  [/\b(?:tamed?|whispers?)\b/i, 'the word of the field'],
  [/\b(?:is|are) to be (?!found)/, 'must, or an active verb'],
  [/\bwhere there is none\b/, 'when there is no …'],
  [/\bof its own accord\b/, 'by itself'],
]

/** The word that a call begins with: `it` in `it.each([…])('…')`. */
function readCallee(node) {
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return readCallee(node.expression)
  if (ts.isTaggedTemplateExpression(node)) return readCallee(node.tag)
  return ts.isIdentifier(node) ? node.text : ''
}

/** A function that does nothing: `() => {}`, `() => undefined`. */
const isNothing = (node) =>
  !!node &&
  ts.isArrowFunction(node) &&
  (ts.isBlock(node.body) ? node.body.statements.length === 0 : node.body.getText() === 'undefined')

/** Whether a comment stands in a node, or right above it or above what it is part of, within its block. */
function hasReason(node, source) {
  const lines = source.text.split('\n')
  const isExplained = (part) =>
    /^\s*(?:\/\/|\*\/|\/\*)/.test(lines[source.getLineAndCharacterOfPosition(part.getStart()).line - 1] ?? '')
  let at = node
  while (!isExplained(at) && !ts.isBlock(at.parent) && !ts.isSourceFile(at.parent)) at = at.parent
  return isExplained(at) || /\/\/|\/\*/.test(node.getText())
}

/** Whether a node drops a rejection. */
function swallows(node) {
  if (ts.isCatchClause(node)) return node.block.statements.length === 0
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
  const [first, second] = node.arguments
  const { text } = node.expression.name
  return (text === 'catch' && isNothing(first)) || (text === 'then' && isNothing(second))
}

/** How deep a conditional expression holds others. */
function countDepth(node) {
  if (ts.isParenthesizedExpression(node)) return countDepth(node.expression)
  if (!ts.isConditionalExpression(node)) return 0
  return 1 + Math.max(...[node.whenTrue, node.whenFalse, node.condition].map(countDepth))
}

/** What may be said better in the tree of a file. A test's name is read with the names of the groups around it. */
function reviewTree(source, isProduct) {
  const found = []
  const walk = (node, groups) => {
    const say = (text) =>
      found.push({ line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1, text })
    let inner = groups
    const name = ts.isCallExpression(node) && node.arguments[0]
    if (name && (ts.isStringLiteralLike(name) || ts.isTemplateExpression(name))) {
      const text = `${groups} ${name.getText(source).slice(1, -1)}`.trim()
      const callee = readCallee(node.expression)
      if (callee === 'describe') inner = text
      if (callee === 'it' || callee === 'test') {
        if (text.split(/\s+/).length < 4) say(`${text} → a sentence`)
        for (const [word, better] of UNWANTED) if (word.test(text)) say(`${text} → ${better}`)
      }
    }
    if (isProduct && swallows(node) && !hasReason(node, source)) say('a swallowed error → its reason')
    if (isProduct && countDepth(node) > 2) say('a conditional expression in two others → statements')
    ts.forEachChild(node, (child) => walk(child, inner))
  }
  walk(source, '')
  return found
}

/**
 * Reads what may be said better in a file: comments, names of tests and, in the product, swallowed errors without a reason and
 * conditional expressions that hold more than one other.
 *
 * @param {string} file its name
 * @param {string} text its content
 * @returns {{ line: number, text: string }[]}
 */
export function reviewFile(file, text, isProduct = file.startsWith('src')) {
  const comments = text.split('\n').flatMap((line, index) =>
    /^\s*(?:\/\/|\/?\*)/.test(line)
      ? UNWANTED.filter(([word]) => word.test(line)).map(([, better]) => ({
          line: index + 1,
          text: `${line.trim()} → ${better}`,
        }))
      : [],
  )
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  return [...comments, ...reviewTree(source, isProduct)]
}

/** The files of source below a folder, without what is installed, built or translated. */
function listSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory())
      return /^(?:node_modules|dist|languages)$/.test(entry.name) ? [] : listSources(path)
    return /\.(?:tsx?|mjs|js)$/.test(path) ? path : []
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  for (const file of ['src', 'test', 'demo', 'scripts', 'integrations', 'site'].flatMap(listSources))
    for (const { line, text } of reviewFile(file, readFileSync(file, 'utf8')))
      console.log(`${file}:${line} ${text}`)
