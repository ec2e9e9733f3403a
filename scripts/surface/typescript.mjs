import { inOrder, KINDS } from './order.mjs'
import { toCamel, typeOf, writeParameters } from './read.mjs'

const NOTICE = '// Written by `node scripts/surface.mjs` from surface.ts: edit that file.\n\n'

/** The names of src/element/kinds.ts. */
const KIND_NAMES = {
  '=': 'WORDS',
  '?': 'FLAG',
  ':': 'TEXT',
  '*': 'PROPERTY',
  '!': 'READ_ONLY',
  '#': 'CONTROL',
  '(': 'METHOD',
}

/** Writes the element's own members, by kind: names in camel case, with their words or their default. */
export function writeTable({ ATTRIBUTES, PROPERTIES, METHODS }) {
  const controls = PROPERTIES.filter(({ isControl }) => isControl)
  const own = ATTRIBUTES.filter(
    ({ name, isMethod }) => !isMethod && !controls.some((each) => each.takesAttribute && each.name === name),
  )
  const of = (kind, write) =>
    own
      .filter((attribute) => attribute.kind === kind)
      .map((attribute) => write({ ...attribute, name: toCamel(attribute.name) }))
  const names = (list) => list.map(({ name }) => name)
  const groups = {
    '=': of('words', ({ name, words }) => `${name} ${words.join(' ')}`),
    '?': of('boolean', ({ name }) => name),
    ':': of('text', ({ name, default: value }) => (value ? `${name} ${value}` : name)),
    '*': names(PROPERTIES.filter(({ isReadonly }) => !isReadonly)),
    '!': names(PROPERTIES.filter(({ isReadonly, isControl }) => isReadonly && !isControl)),
    '#': [...controls, ...METHODS.filter(({ returns }) => returns)].map(({ name, takesAttribute }) =>
      takesAttribute ? `${name} ${name}` : name,
    ),
    '(': names(METHODS.filter(({ resolves }) => resolves)),
  }
  const kinds = [...KINDS].map((kind) => `[${KIND_NAMES[kind]}, '${inOrder(groups[kind]).join()}']`)
  return `${NOTICE}import { ${Object.values(KIND_NAMES).join(', ')}, type Kind } from './kinds.js'

/** The element’s members, by kind. A list: old libraries replace what reads an object. */
export const TABLE: readonly (readonly [Kind, string])[] = [${kinds.join(',\n')}]

/** Text fields of the client’s configuration that the element has an attribute for. */
export const CONFIG_TEXTS = [
${ATTRIBUTES.filter(({ isConfigText }) => isConfigText)
  .map(({ name }) => `  '${toCamel(name)}',`)
  .join('\n')}
] as const
`
}

const HEAD = `import type { ChainId, Namespace } from '../protocol/caip2.js'
import type { ClientEvents, ConnectOptions, ConnectResult, SignalOptions, SignInDetail, WalletClient } from '../client/wallet-client.js'
import type { NetworkConfig } from '../chains/network-config.js'
import type { Mode, ResultType } from '../client/config.js'
import type { WalletState } from '../client/state.js'
import type {
  AddChainParams,
  Balance,
  Connector,
  Executable,
  Executed,
  ExecuteOptions,
  Hex,
  StarknetAccount,
  TransactionReceipt,
  WaitOptions,
  WalletEntity,
  WalletProvider,
  WatchAssetParams,
} from '../connectors/connector.js'
import type { ResolveName } from '../names/account-name.js'
import type { StorageLike } from '../platform/storage.js'
import type { SignInAdapter } from '../sign-in/adapter.js'
import type { PARTS, Parts } from './parts.js'
`

const WIDTH = 108

/** Writes a doc comment with these sentences, broken into lines. */
function comment(sentences, indent = '  ') {
  const lines = []
  for (const sentence of sentences) {
    // Indented lines, such as those of an example, are kept as they are.
    if (sentence.includes('\n') || sentence.startsWith('@example')) {
      lines.push(...sentence.split('\n'))
      continue
    }
    let line = ''
    for (const word of sentence.split(' ')) {
      if (line && indent.length + 3 + line.length + 1 + word.length > WIDTH) {
        lines.push(line)
        line = word
      } else line = line ? `${line} ${word}` : word
    }
    lines.push(line)
  }
  if (lines.length === 1 && lines[0].length < WIDTH - 8) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} *${line ? ` ${line}` : ''}\n`).join('')}${indent} */\n`
}

function writeAttribute(attribute) {
  const { name, takesList, fallback, default: value, description, isPlatform, isMethod } = attribute
  if (isPlatform || isMethod) return ''
  const said = fallback ?? value
  const doc = comment([description, ...(said ? [`Default: ${said}.`] : [])])
  const property = toCamel(name)
  if (!takesList) return `${doc}  ${property}: ${typeOf(attribute)}\n`
  return `${doc}  get ${property}(): string\n  set ${property}(value: string | readonly string[])\n`
}

function writeMethod({ name, generics = '', parameters, resolves, returns, description, errors, example }) {
  const doc = comment([
    description,
    ...parameters.filter((one) => one.description).map((one) => `@param ${one.name} ${one.description}`),
    ...(errors ? [`@throws WalletError ${errors.map((code) => `\`${code}\``).join(', ')}`] : []),
    ...(example ? [`@example\n${example}`] : []),
  ])
  return `${doc}  ${name}${generics}(${writeParameters(parameters)}): ${returns ?? `Promise<${resolves}>`}\n`
}

/** Writes the element's type, with the documentation that editors show. */
export function writeButtonApi({ SUMMARY, ATTRIBUTES, PROPERTIES, METHODS, EVENTS }) {
  return `${NOTICE}${HEAD}
${comment(
  [
    `\`<wallet-connect-button>\`: ${SUMMARY[0].toLowerCase()}${SUMMARY.slice(1)}`,
    '',
    'Attributes and properties go by the same names, in kebab case and camel case. Methods may be called before the parts that they need are loaded.',
  ],
  '',
)}export interface WalletConnectButton extends HTMLElement {
  /** @internal */
  [PARTS]: Parts

${ATTRIBUTES.map(writeAttribute).join('')}
${PROPERTIES.map(
  ({ name, type, isReadonly, description }) =>
    `${comment([description])}  ${isReadonly ? 'readonly ' : ''}${name}: ${type}\n`,
).join('')}
${METHODS.map(writeMethod).join('')}}

/** The attribute \`sign-in\`; the element’s own \`signIn\` is its method. */
export type SignInMode = ${typeOf(ATTRIBUTES.find(({ name }) => name === 'sign-in'))}

/** Names of the properties that a page may set. */
export type WritableProperty =
${[
  ...ATTRIBUTES.filter(({ isPlatform, isMethod }) => !isPlatform && !isMethod).map(({ name }) =>
    toCamel(name),
  ),
  ...PROPERTIES.filter(({ isReadonly }) => !isReadonly).map(({ name }) => name),
]
  .map((name) => `  | '${name}'`)
  .join('\n')}

/** The events that a page hears, by name. Each bubbles once, and is heard once at every button of the same store. */
export interface WalletEventMap {
${EVENTS.map(({ name, detail, description }) => `${comment([description])}  ${name}: CustomEvent<${detail}>\n`).join('')}}
`
}
