import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const readSources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules'))
    .map((file) =>
      ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.ES2022, true),
    )

const sources = readSources('src')

/** Each node that fits, as `file:line`. */
function find(fits: (node: ts.Node, source: ts.SourceFile) => boolean, among = sources): string[] {
  return among.flatMap((source) => {
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

const SDK = 'a member of the SDK that its types leave out'
const STREAMED = 'of a response, only what the client of tRPC reads'
const FIELDS = 'fields are read, or filled in, by names that a table has'
const ANOTHER = 'the same object by the type of another library'

/** Files that cast by way of unknown, and why. The list only ever gets shorter. */
const CAST: Record<string, string> = {
  'api/fetch.ts': STREAMED,
  'connectors/evm/coinbase/qr.ts': SDK,
  'connectors/evm/relay/sent-request.ts': SDK,
  'connectors/relay/client-patches.ts': SDK,
  'connectors/relay/relay-client.ts': SDK,
  'connectors/relay/request.ts': SDK,
  'connectors/relay/second-answer.ts': SDK,
  'connectors/relay/resume-codes.ts': SDK,
  'connectors/starknet/session.ts': ANOTHER,
  'connectors/starknet/web-wallet/wallet.ts': FIELDS,
  'element/button-element.ts':
    'the class exists where there is no HTMLElement, and has no accessors before they are defined',
  'protocol/evm-typed-data.ts': FIELDS,
  'protocol/siwe/message.ts': FIELDS,
  'testing/evm/provider.ts': 'a broken thenable is what the test asks for',
  'testing/starknet/page.ts': ANOTHER,
  'view/mount-button.ts': 'React takes a shadow root, and its types say Element',
}

test('no object is cast into a shape by way of unknown, but in the files that say why (Z12)', () => {
  const casts = find(
    (node) =>
      ts.isAsExpression(node) &&
      ts.isAsExpression(node.expression) &&
      node.expression.type.kind === ts.SyntaxKind.UnknownKeyword,
  )
  const cast = new Set(casts.map((place) => place.replace(/:\d+$/, '')))
  expect([...cast].sort()).toEqual(Object.keys(CAST).sort())
})

/** The constant of a module in whose value a node stands, such as `MAX_BODY`. */
function findConstant(node: ts.Node): string | null {
  for (let at: ts.Node | undefined = node; at; at = at.parent) {
    const name = ts.isVariableDeclaration(at) && ts.isSourceFile(at.parent.parent.parent) && at.name.getText()
    if (name && /^[A-Z][A-Z\d_]*$/.test(name)) return name
  }
  return null
}

test('each number over 999 stands in a constant of its module, where it has a name (Z11)', () => {
  const bare = find(
    (node) =>
      ts.isNumericLiteral(node) &&
      Number(node.text) > 999 &&
      !node.text.includes('e+') &&
      !findConstant(node),
  )
  expect(bare).toEqual([])
})

test('no number has its name in two files (Z11)', () => {
  const isNumber = (node: ts.Expression): boolean =>
    ts.isNumericLiteral(node) ||
    (ts.isPrefixUnaryExpression(node) && isNumber(node.operand)) ||
    (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AsteriskToken) ||
    (ts.isBinaryExpression(node) && isNumber(node.right))
  const files = new Map<string, string[]>()
  find((node, { fileName }) => {
    const name = ts.isVariableDeclaration(node) && findConstant(node)
    if (name && node.initializer && isNumber(node.initializer))
      files.set(name, [...(files.get(name) ?? []), fileName])
    return false
  })
  expect([...files].filter(([, places]) => places.length > 1)).toEqual([])
})

const unitTests = readSources('test/unit')

/** What is called: `setTimeout`, `performance.now`. */
const readCallee = (node: ts.Node): string => (ts.isCallExpression(node) ? node.expression.getText() : '')

test('no unit test waits for a time or measures a time, but by a clock of its own (Z12)', () => {
  const timed = find((node, source) => {
    // Under fake timers the test itself moves the clock.
    if (/useFakeTimers|fake-timers\.js/.test(source.text)) return false
    const [, delay] = ts.isCallExpression(node) ? node.arguments : []
    const isWait = readCallee(node) === 'setTimeout' && delay !== undefined
    const isMeasure =
      readCallee(node) === 'performance.now' ||
      (readCallee(node) === 'Date.now' && ts.isBinaryExpression(node.parent) && node.parent.right === node)
    return isWait || isMeasure
  }, unitTests)
  expect(timed).toEqual([])
})

test('no unit test compares a thing with itself (Z12)', () => {
  const idle = find((node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
    const { expression: expected, name } = node.expression
    const isEqual = ['toBe', 'toEqual', 'toStrictEqual'].includes(name.text)
    if (!isEqual || readCallee(expected) !== 'expect' || !ts.isCallExpression(expected)) return false
    const [left, right] = [expected.arguments[0], node.arguments[0]]
    return !!left && left.getText() === right?.getText() && !/[(]/.test(left.getText())
  }, unitTests)
  expect(idle).toEqual([])
})

/** Lines of code of a file: no blank lines, comments, imports or lone brackets. */
const readCode = ({ fileName, text }: ts.SourceFile) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ''))
    .split('\n')
    .map((line, at) => ({ line: line.replace(/^\s*\/\/.*/, '').trim(), place: `${fileName}:${at + 1}` }))
    .filter(({ line }) => /\w/.test(line) && !line.startsWith('import '))

test('no twelve lines of src stand in two places (Z09)', () => {
  const seen = new Map<string, string>()
  const twice: string[] = []
  for (const lines of sources.map(readCode))
    for (let at = 0; at + 12 <= lines.length; at++) {
      const run = lines.slice(at, at + 12)
      const text = run.map(({ line }) => line).join('\n')
      const place = run[0]?.place as string
      const other = seen.get(text)
      if (other) twice.push(`${place} ~ ${other}`)
      else seen.set(text, place)
    }
  expect(twice).toEqual([])
})

/** Where the visitor's clock is read, because a date is needed there. Every duration is measured with `ticks`. */
const DATES: Readonly<Record<string, string>> = {
  'api/send.ts': 'the date in the header Retry-After',
  'api/server-clock.ts': "the server's date, for the dates of a message",
  'client/attempt.ts': 'startedAt is a date for the page',
  'connectors/relay/connect.ts': 'stored sessions expire at a date',
  'connectors/relay/ended-sessions.ts': 'a session expires at a date',
  'connectors/relay/open-session.ts': 'a session expires at a date',
  'connectors/relay/outbox.ts': "a request's end is the date that the wallet reads: sleep counts",
  'connectors/evm/relay/sent-request.ts': 'a request’s id is its time, and it has the date of its end',
  'connectors/evm/relay/sign-in-code.ts': 'a session expires at a date',
  'connectors/relay/shown-code.ts': 'the URI of a code has the date of its end',
  'connectors/relay/live-sessions.ts': 'a session expires at a date',
  'connectors/relay/request-deadline.ts':
    'a sleeping device stops the other clock; a timer ends the wait in any case',
  'connectors/relay/request.ts': "a request's end is the date that the wallet reads: sleep counts",
  'connectors/relay/second-answer.ts':
    "a message's id begins with its date, and a proposal expires at a date",
  'connectors/relay/stored-codes.ts': 'a code expires at a date',
  'connectors/relay/resume-codes.ts': 'a code expires at a date',
  'connectors/starknet/last-wallet.ts': 'the stored date of the last choice',
  'connectors/starknet/prompt-tabs.ts': 'tabs compare when they asked: they share no other clock',
  'platform/natives.ts': 'keeps the built-in function',
  'platform/visitor.ts': "the visitor's last use of this tab is compared with when other tabs asked",
  'protocol/siwe/build.ts': 'the dates of a message',
  'protocol/siwe/date-time.ts': 'the dates of a message',
  'server/create-nonces.ts': "a nonce of a common store expires at a date, on every server's clock",
  'server/keyv.ts': 'stored entries expire at a date',
  'server/service.ts': "nonces and sessions expire at a date, on every server's clock",
  'server/session-token.ts': 'a token expires at a date',
  'server/sign-in.ts': 'a message has dates',
  'sign-in/named-server.ts': "a nonce expires on the server's clock: sleep counts",
  'sign-in/one-prompt.ts': 'the dates of a message',
  'sign-in/sign-and-verify.ts': 'the dates of a message',
  'testing/evm/at-once.ts': 'the dates of a message',
  'view/connect-modal/clock.ts': 'a code expires at a date',
}

test("the visitor's clock is read for dates alone, each with its reason (BR06)", () => {
  const readers = find((node, { text }) => {
    if (ts.isNewExpression(node)) return node.expression.getText() === 'Date'
    if (ts.isPropertyAccessExpression(node)) return node.getText() === 'Date.now'
    return ts.isImportSpecifier(node) && node.name.text === 'now' && /natives\.js'/.test(text)
  }).map((place) => place.replace(/:\d+$/, ''))
  expect([...new Set(readers)].sort()).toEqual(Object.keys(DATES).sort())
})

/** Code that runs on pages. */
const onPages = sources.filter(({ fileName }) => !/^(?:server|testing)\//.test(fileName))

/** Where `entries()` is that of a Map, which no library replaces. */
const OF_MAPS = ['connectors/relay/relay-storage.ts']

test('PR01: nothing on a page hangs on what older libraries replace: entries() of a list, the second argument of Array.from, a third of a callback, for…in', () => {
  const replaced = find((node, { fileName }) => {
    if (ts.isForInStatement(node)) return true
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return false
    const { name, expression } = node.expression
    if (name.text === 'entries') return node.arguments.length === 0 && !OF_MAPS.includes(fileName)
    if (name.text === 'from') return expression.getText() === 'Array' && node.arguments.length > 1
    const [run] = node.arguments
    const isLoop = /^(?:map|filter|find|some|every|forEach|flatMap)$/.test(name.text)
    return isLoop && !!run && ts.isArrowFunction(run) && run.parameters.length > 2
  }, onPages)
  expect(replaced).toEqual([])
})
