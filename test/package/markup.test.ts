import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

/** Names with which code evaluates text, writes markup, or adds style elements. */
const MENTIONS = [
  /\b(?:inner|outer)HTML\b/g,
  /\b(?:insertAdjacentHTML|createContextualFragment|parseFromString|srcdoc)\b/g,
  /\b(?:setHTML|setHTMLUnsafe|parseHTMLUnsafe)\(/g,
  /\bdocument\.write(?:ln)?\b/g,
  /<style\b/g,
  /\bcreateElement(?:NS)?\([^)]*["'`]style["'`]/g,
  /\bsetAttribute\(["'`]style["'`]/g,
  /\beval\b/g,
  /\bnew Function\b|(?<![.\w])Function\(/g,
  /\bset(?:Timeout|Interval)\(["'`]/g,
]

const readMentions = (code: string) =>
  [...new Set(MENTIONS.flatMap((pattern) => code.match(pattern) ?? []))].sort()

/** What third-party code in a built file may mention, and why it does no harm. The hash is not part of the name. */
const THIRD_PARTY = [
  // Notices of the Coinbase SDK, and the Preact in it. `coinbase/qr.ts` replaces them, so they are never drawn.
  { file: 'qr', mentions: ['createElement("style"', 'innerHTML'] },
  // @walletconnect/modal and its lit, only with qr-modal="walletconnect", which needs a policy for inline styles.
  { file: 'index.js', mentions: ['<style', 'createElement("style"', 'innerHTML', 'insertAdjacentHTML'] },
  // React's renderer writes markup only for dangerouslySetInnerHTML, which our views do not use, and to create a script element.
  { file: 'renderer', mentions: ['innerHTML'] },
]

it.each([
  'node.innerHTML = text',
  'node["outerHTML"]=e',
  'node.insertAdjacentHTML("beforeend",e)',
  'new DOMParser().parseFromString(e, "text/html")',
  'root.setHTMLUnsafe(e)',
  'document.writeln(e)',
  "document.createElement('style')",
  'return `<style>a{}</style>`',
  'node.setAttribute("style", css)',
  '(0,eval)(e)',
  'new Function(e)',
  'var g=Function("return this")()',
  'setTimeout("run()", 10)',
])('the check notices %s (G05)', (code) => {
  expect(readMentions(code)).toHaveLength(1)
})

/** Files below a folder that fit, except those of packages. */
const list = (folder: string, pattern: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => pattern.test(file) && !/(?:^|\/)node_modules\//.test(file))
    .map((file) => join(folder, file))

it('no source evaluates text, writes markup or adds a style element (G05)', () => {
  const wrong = list('src', /\.tsx?$/).flatMap((file) =>
    readMentions(readFileSync(file, 'utf8').replaceAll('dangerouslySetInnerHTML', 'innerHTML')).map(
      (mention) => `${file}: ${mention}`,
    ),
  )
  expect(wrong).toEqual([])
})

const built = list('dist', /\.c?js$/).filter((file) => !/^dist\/(?:source|types)\//.test(file))

it('no built file evaluates text, writes markup or adds a style element, except third-party code in the list (G05)', () => {
  const found = new Map<string, string[]>()
  for (const path of built) {
    const file = basename(path).replace(/-[\w-]+\.js$/, '')
    const mentions = readMentions(readFileSync(path, 'utf8'))
    if (mentions.length) found.set(file, [...new Set([...(found.get(file) ?? []), ...mentions])].sort())
  }
  expect(Object.fromEntries(found)).toEqual(
    Object.fromEntries(THIRD_PARTY.map(({ file, mentions }) => [file, mentions])),
  )
})

it('no built file posts a message to any origin (G05)', () => {
  const open = /postMessage\([^)]*["'`]\*["'`]\)/
  expect(built.filter((path) => open.test(readFileSync(path, 'utf8')))).toEqual([])
})
