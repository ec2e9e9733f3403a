import { writeFileSync } from 'node:fs'
import {
  attributes,
  cssProperties,
  events,
  methods,
  parts,
  properties,
  states,
  summary,
} from './element-docs.mjs'

/** Writes custom-elements.json and vscode.html-custom-data.json from the element's documentation. */
/** An attribute whose camel-case name is taken by a method. */
const isMethod = (attribute) => methods.some(([name]) => name === toCamel(attribute))
const toCamel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())
const typeOf = (type) =>
  type.includes('|')
    ? type
        .split(' | ')
        .map((word) => `'${word}'`)
        .join(' | ')
    : type
const sayDefault = (value) => (value ? { default: value } : {})

const manifest = {
  schemaVersion: '2.1.0',
  modules: [
    {
      kind: 'javascript-module',
      path: 'dist/index.js',
      declarations: [
        {
          kind: 'class',
          name: 'WalletConnectButton',
          customElement: true,
          tagName: 'wallet-connect-button',
          superclass: { name: 'HTMLElement' },
          summary,
          attributes: attributes.map(([name, type, value, description]) => ({
            name,
            type: { text: typeOf(type) },
            ...sayDefault(value),
            description,
            ...(isMethod(name) || { fieldName: toCamel(name) }),
          })),
          members: [
            ...attributes
              .filter(([name]) => !isMethod(name))
              .map(([name, type, value, description]) => ({
                kind: 'field',
                name: toCamel(name),
                type: { text: typeOf(type) },
                ...sayDefault(value),
                description,
                attribute: name,
                reflects: true,
              })),
            ...properties.map(([name, type, description, readonly]) => ({
              kind: 'field',
              name,
              type: { text: type },
              description,
              ...(readonly && { readonly }),
            })),
            ...methods.map(([name, parameters, type, description]) => ({
              kind: 'method',
              name,
              parameters: parameters ? [{ name: parameters }] : [],
              return: { type: { text: type } },
              description,
            })),
          ],
          events: events.map(([name, detail, description]) => ({
            name,
            type: { text: `CustomEvent<${detail}>` },
            description,
          })),
          cssParts: parts.map((name) => ({ name })),
          cssProperties: cssProperties.map(([name, description]) => ({ name, description })),
          cssStates: states.map((name) => ({ name })),
        },
      ],
      exports: [
        {
          kind: 'custom-element-definition',
          name: 'wallet-connect-button',
          declaration: { name: 'WalletConnectButton', module: 'dist/index.js' },
        },
        {
          kind: 'js',
          name: 'WalletConnectButton',
          declaration: { name: 'WalletConnectButton', module: 'dist/index.js' },
        },
      ],
    },
  ],
}

const editor = {
  version: 1.1,
  tags: [
    {
      name: 'wallet-connect-button',
      description: summary,
      attributes: attributes.map(([name, type, value, description]) => ({
        name,
        description: value ? `${description} Default: ${value}.` : description,
        ...(type.includes('|') && { values: type.split(' | ').map((word) => ({ name: word })) }),
        ...(type === 'boolean' && { valueSet: 'v' }),
      })),
    },
  ],
}

const print = (value) => `${JSON.stringify(value, null, 2)}\n`
writeFileSync('custom-elements.json', print(manifest))
writeFileSync('vscode.html-custom-data.json', print(editor))
