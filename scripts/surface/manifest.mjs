import { defaultOf, toCamel, typeOf } from './read.mjs'

/** The package in which a reader of the manifest finds its types. */
const TYPES = 'wallet-connect-button'

/** A type with a reference for each of our own types in it, as generators expect it. */
function typed(text) {
  const own =
    /\b(?:[A-Z][A-Za-z]*(?:Config|Map|State|Options|Result|Params|Detail|Entity|Client|Like|Adapter|Receipt)|Balance|ChainId|ClientEvents|Connector|Executable|Executed|Mode|Namespace|ResultType)\b/g
  const references = [...text.matchAll(own)].map(({ 0: name, index }) => ({
    name,
    package: TYPES,
    start: index,
    end: index + name.length,
  }))
  return { type: { text, ...(references.length > 0 && { references }) } }
}

const quote = (value, kind) => (kind === 'words' || kind === 'text' ? `'${value}'` : value)

/** A default that is a value; a default in words belongs to the description. */
function written(attribute) {
  const { kind, words, fallback, default: value, description } = attribute
  const literal = kind === 'boolean' ? 'false' : kind === 'words' ? words[0] : (value ?? '')
  return {
    ...(fallback === undefined && { default: kind === 'boolean' ? literal : quote(literal, kind) }),
    description: fallback === undefined ? description : `${description} Default: ${defaultOf(attribute)}.`,
  }
}

const named = ({ name, description }) => ({ name, description })

function buttonClass(surface) {
  const { SUMMARY, ATTRIBUTES, PROPERTIES, METHODS, EVENTS, BUTTON_PARTS, CSS_PROPERTIES, STATES } = surface
  return {
    kind: 'class',
    name: 'WalletConnectButton',
    customElement: true,
    tagName: 'wallet-connect-button',
    superclass: { name: 'HTMLElement' },
    summary: SUMMARY,
    description: SUMMARY,
    attributes: ATTRIBUTES.map((attribute) => ({
      name: attribute.name,
      ...typed(typeOf(attribute)),
      ...written(attribute),
      ...(attribute.isMethod || { fieldName: toCamel(attribute.name) }),
    })),
    members: [
      ...ATTRIBUTES.filter(({ isMethod, isPlatform }) => !isMethod && !isPlatform).map((attribute) => ({
        kind: 'field',
        name: toCamel(attribute.name),
        ...typed(attribute.takesList ? 'string | readonly string[]' : typeOf(attribute)),
        ...written(attribute),
        privacy: 'public',
        attribute: attribute.name,
        reflects: true,
      })),
      ...PROPERTIES.map(({ name, type, description, isReadonly }) => ({
        kind: 'field',
        name,
        ...typed(type),
        description,
        privacy: 'public',
        ...(isReadonly && { readonly: true }),
      })),
      ...METHODS.map(({ name, parameters, resolves, returns, description }) => ({
        kind: 'method',
        name,
        parameters: parameters.map((one) => ({
          name: one.name,
          ...typed(one.type),
          ...(one.isOptional && { optional: true }),
          ...(one.description && { description: one.description }),
        })),
        return: typed(returns ?? `Promise<${resolves}>`),
        description,
        privacy: 'public',
      })),
    ],
    events: EVENTS.map(({ name, detail, description }) => ({
      name,
      ...typed(`CustomEvent<${detail}>`),
      description,
    })),
    cssParts: BUTTON_PARTS.map(named),
    cssProperties: CSS_PROPERTIES.map(named),
    cssStates: STATES.map(named),
  }
}

/** custom-elements.json, schema 2.1.0. */
export function writeManifest(surface) {
  const path = 'dist/index.js'
  const manifest = {
    schemaVersion: '2.1.0',
    modules: [
      {
        kind: 'javascript-module',
        path,
        declarations: [
          buttonClass(surface),
          {
            kind: 'class',
            name: 'WalletConnectModal',
            customElement: true,
            tagName: 'wallet-connect-modal',
            superclass: { name: 'HTMLElement' },
            summary:
              'The list of wallets. The button puts it on the page and takes it away; a page styles it by its parts.',
            cssParts: surface.MODAL_PARTS.map(named),
            cssProperties: surface.CSS_PROPERTIES.map(named),
          },
        ],
        exports: ['custom-element-definition', 'js'].map((kind) => ({
          kind,
          name: kind === 'js' ? 'WalletConnectButton' : 'wallet-connect-button',
          declaration: { name: 'WalletConnectButton', module: path },
        })),
      },
    ],
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}
