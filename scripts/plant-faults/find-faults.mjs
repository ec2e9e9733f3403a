import ts from 'typescript'
import { createRandom } from './random.mjs'

/**
 * A fault that can be planted: the text between two places of a file becomes another one.
 *
 * @typedef {{ kind: string, file: string, start: number, end: number, text: string, line: number, before: string, after: string }} Fault
 */

const { SyntaxKind } = ts

/** Each comparison, and the one that is true whenever it is false. */
const OPPOSITES = new Map([
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [SyntaxKind.EqualsEqualsToken, '!='],
  [SyntaxKind.ExclamationEqualsToken, '=='],
  [SyntaxKind.LessThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '>'],
])

/** Calls that change nothing that a page could see: what they write is for people, or what they release does nothing any more. */
const UNSEEN = /^(?:void )?(?:console\.|clearTimer\(|.*\bremoveEventListener\()/

/** The call of a statement, also behind `await` or `void`. */
function readCall(statement) {
  if (!ts.isExpressionStatement(statement)) return null
  let { expression } = statement
  while (ts.isAwaitExpression(expression) || ts.isVoidExpression(expression)) ({ expression } = expression)
  return ts.isCallExpression(expression) ? expression : null
}

/** Whether a function returns nothing, so that it can end before it has begun. Functions within it do not count. */
function returnsNothing(body) {
  let isSilent = true
  const visit = (node) => {
    if (ts.isFunctionLike(node)) return
    if ((ts.isReturnStatement(node) && node.expression) || ts.isYieldExpression(node)) isSilent = false
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(body, visit)
  return isSilent
}

/** The fault of each kind that a node of the code can have: what is replaced, and by which text. */
const KINDS = {
  'opposite comparison': (node) =>
    ts.isBinaryExpression(node) && OPPOSITES.has(node.operatorToken.kind)
      ? { at: node.operatorToken, text: OPPOSITES.get(node.operatorToken.kind) }
      : null,
  'dropped call': (node) => (readCall(node) && !UNSEEN.test(node.getText()) ? { at: node, text: ';' } : null),
  'negated condition'(node) {
    // A loop that never ends says nothing about the tests.
    const at = ts.isIfStatement(node) ? node.expression : ts.isConditionalExpression(node) && node.condition
    // A comparison would become its opposite, which is a kind of its own.
    if (!at || (ts.isBinaryExpression(at) && OPPOSITES.has(at.operatorToken.kind))) return null
    return { at, text: `!(${at.getText()})` }
  },
  'nothing done': (node) =>
    ts.isFunctionLike(node) && node.body?.statements?.length && !ts.isConstructorDeclaration(node)
      ? returnsNothing(node.body) && {
          at: node.body.statements[0],
          text: `return; ${node.body.statements[0].getText()}`,
        }
      : null,
  'value set again': (node) =>
    ts.isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.QuestionQuestionEqualsToken
      ? { at: node.operatorToken, text: '=' }
      : null,
  'wrong flag'(node) {
    if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== SyntaxKind.EqualsToken) return null
    const { right } = node
    if (right.kind === SyntaxKind.TrueKeyword) return { at: right, text: 'false' }
    return right.kind === SyntaxKind.FalseKeyword ? { at: right, text: 'true' } : null
  },
  'other connective'(node) {
    if (!ts.isBinaryExpression(node)) return null
    const { kind } = node.operatorToken
    if (kind === SyntaxKind.AmpersandAmpersandToken) return { at: node.operatorToken, text: '||' }
    return kind === SyntaxKind.BarBarToken ? { at: node.operatorToken, text: '&&' } : null
  },
}

/** Lists all faults that can be planted in a file. Types, comments and what is only logged have none. */
export function listFaults(file, code) {
  const tree = ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true)
  /** @type {Fault[]} */
  const faults = []
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return
    for (const [kind, read] of Object.entries(KINDS)) {
      const found = read(node)
      if (!found) continue
      const [start, end] = [found.at.getStart(), found.at.getEnd()]
      const { line } = tree.getLineAndCharacterOfPosition(start)
      const [from, to] = [code.lastIndexOf('\n', start - 1) + 1, code.indexOf('\n', start)]
      const before = code.slice(from, to).trim()
      const after = (code.slice(from, start) + found.text + code.slice(end)).split('\n')[0]?.trim() ?? ''
      faults.push({ kind, file, start, end, text: found.text, line: line + 1, before, after })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return faults
}

/** Chooses faults by a seed: the kinds take turns, and no file has two while others have none. */
export function chooseFaults(faults, count, seed) {
  const random = createRandom(seed)
  const chosen = []
  let left = [...faults]
  const kinds = Object.keys(KINDS)
  for (let turn = 0; chosen.length < count && left.length; turn++) {
    const ofKind = left.filter(({ kind }) => kind === kinds[turn % kinds.length])
    const fresh = ofKind.filter(({ file }) => !chosen.some((one) => one.file === file))
    const from = fresh.length ? fresh : ofKind
    const next = from[Math.floor(random() * from.length)]
    if (!next) continue
    chosen.push(next)
    left = left.filter((one) => one !== next)
  }
  return chosen
}
