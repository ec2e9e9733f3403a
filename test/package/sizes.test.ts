import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** The longest allowed file and function of src, in lines. */
const FILE = 250
const FUNCTION = 80

const LIST = 'one list by design: whoever adds a name adds one entry'

/** Files that are longer, and why. docs/decisions says the same. The list must only get shorter. */
const LONG_FILES: Record<string, string> = {
  'element/surface.ts': LIST,
  'element/button-api.ts': LIST,
}

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, code: readFileSync(join('src', file), 'utf8') }))
const countLines = (code: string) => code.split('\n').length - 1

/** The name of a function: its own, or that of the variable that it is assigned to. */
function nameOf(node: ts.Node): string {
  const named = node as ts.FunctionDeclaration
  const { parent } = node
  if (named.name) return named.name.getText()
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText()
  return `the function in line ${node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1}`
}

/** Each function with more lines than allowed, such as `client/connections.ts accept`. */
function findLongFunctions(): string[] {
  return files.flatMap(({ file, code }) => {
    const source = ts.createSourceFile(file, code, ts.ScriptTarget.ES2022, true)
    const found: string[] = []
    const walk = (node: ts.Node) => {
      const lines = ts.isFunctionLike(node) ? countLines(node.getText()) + 1 : 0
      if (lines > FUNCTION) found.push(`${file} ${nameOf(node)}`)
      ts.forEachChild(node, walk)
    }
    walk(source)
    return found
  })
}

test('no file of src is longer than 250 lines, except those with a reason (Z01)', () => {
  const long = files.filter(({ code }) => countLines(code) > FILE).map(({ file }) => file)
  expect(long.sort()).toEqual(Object.keys(LONG_FILES).sort())
})

test('no function of src is longer than 80 lines (Z01)', () => {
  expect(findLongFunctions()).toEqual([])
})
