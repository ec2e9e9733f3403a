import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
  .map((file) =>
    ts.createSourceFile(file, readFileSync(join('src', file), 'utf8'), ts.ScriptTarget.ES2022, true),
  )

/** Each node that fits, as `file:line`. */
function find(fits: (node: ts.Node, source: ts.SourceFile) => boolean): string[] {
  return sources.flatMap((source) => {
    const found: string[] = []
    const walk = (node: ts.Node) => {
      if (fits(node, source))
        found.push(`${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`)
      ts.forEachChild(node, walk)
    }
    walk(source)
    return found
  })
}

/** How deep a conditional expression holds others. */
function countDepth(node: ts.Node): number {
  const inside = (child: ts.Node): number =>
    ts.isParenthesizedExpression(child) ? inside(child.expression) : countDepth(child)
  return ts.isConditionalExpression(node)
    ? 1 + Math.max(inside(node.whenTrue), inside(node.whenFalse), inside(node.condition))
    : 0
}

test('every empty catch says why the error may go (Z12)', () => {
  const silent = find(
    (node) =>
      ts.isCatchClause(node) &&
      node.block.statements.length === 0 &&
      !/\/\/|\/\*/.test(node.block.getFullText()),
  )
  expect(silent).toEqual([])
})

/** Views that choose between more than three sentences in one expression. The list only ever gets shorter. */
const DEEP = [
  'view/account-menu/place-panel.ts',
  'view/connect-modal/modal.tsx',
  'view/connect-modal/sign-in.tsx',
]

test('no conditional expression holds more than one other, but those of three views (Z12)', () => {
  const deep = find((node) => countDepth(node) > 2).map((place) => place.replace(/:\d+$/, ''))
  expect(deep.filter((file) => !DEEP.includes(file))).toEqual([])
})

/** Files that reach into what has no types of its own: SDKs, the page's globals, parsers that fill an object field by field. */
const FOREIGN = [
  'api/fetch.ts',
  'element/button-element.ts',
  'protocol/evm-typed-data.ts',
  'react/wallet-source.ts',
  'view/index.ts',
  'connectors/relay/client-patches.ts',
  'connectors/relay/relay-client.ts',
  'connectors/relay/request.ts',
  'connectors/relay/second-answer.ts',
  'protocol/siwe/message.ts',
  'testing/evm/announce.ts',
  'testing/evm/provider.ts',
  'testing/starknet/page.ts',
  'connectors/evm/coinbase/qr.ts',
  'connectors/starknet/session.ts',
  'connectors/starknet/web-wallet/wallet.ts',
]

test('no object is cast into a shape by way of unknown, but foreign ones whose inside has no types (Z12)', () => {
  const casts = find(
    (node) =>
      ts.isAsExpression(node) &&
      ts.isAsExpression(node.expression) &&
      node.expression.type.kind === ts.SyntaxKind.UnknownKeyword,
  )
  const cast = new Set(casts.map((place) => place.replace(/:\d+$/, '')))
  expect([...cast].filter((file) => !FOREIGN.includes(file))).toEqual([])
})
