import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** Names that packages look for on the global object, and that an element of the page becomes by its id. */
const NAMES = new Set(['process', 'global', 'Buffer', 'module', 'exports', 'define', 'require'])

const built = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter(
  // Node reads CommonJS, and gives it `require` and `exports`.
  (file) => /\.m?js$/.test(file) && !file.startsWith('require/') && !file.startsWith('source/'),
)

/** Whether an identifier is only the name of a member. */
function isMember(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node
  if (ts.isBindingElement(parent)) return parent.propertyName === node
  const isNamed =
    ts.isPropertyAssignment(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isGetAccessor(parent) ||
    ts.isSetAccessor(parent)
  return isNamed && parent.name === node
}

test('PR02: nothing that is built reads a global that an id of the page could make', () => {
  expect(built.length).toBeGreaterThan(100)
  const found: string[] = []
  for (const file of built) {
    const text = readFileSync(`dist/${file}`, 'utf8')
    const walk = (node: ts.Node) => {
      if (ts.isIdentifier(node) && NAMES.has(node.text) && !isMember(node))
        found.push(`${file}: ${text.slice(node.getStart() - 30, node.end + 20)}`)
      ts.forEachChild(node, walk)
    }
    walk(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS))
  }
  expect(found).toEqual([])
})
