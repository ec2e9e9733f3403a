import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MEMBERS } from '../../src/element/attributes.js'
import {
  ATTRIBUTES,
  BUTTON_PARTS,
  CSS_PROPERTIES,
  EVENTS,
  METHODS,
  MODAL_PARTS,
  PROPERTIES,
  STATES,
} from '../../src/element/surface.js'

const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
const members = (marks: string) =>
  MEMBERS.filter(([, mark]) => marks.includes(mark)).map(([, , , name]) => name)
const sorted = (names: Iterable<string>) => [...names].sort()

test('every file that is written from the surface is fresh: table, types, manifests, editor data, reference', () => {
  expect(() => execFileSync('node', ['scripts/surface.mjs', '--check'], { stdio: 'pipe' })).not.toThrow()
})

test('the element has every attribute, property and method that the surface declares, and no other', () => {
  const named = (list: readonly { name: string }[]) => sorted(list.map(({ name }) => camel(name)))
  const properties = PROPERTIES.filter(({ isControl }) => !isControl)
  // The surface declares an attribute as a property when the property is a form control's own, such as `form`, which is
  // an element.
  const own = ATTRIBUTES.filter(
    ({ name, isMethod }) =>
      !isMethod && !PROPERTIES.some((each) => each.takesAttribute && each.name === name),
  )
  expect(sorted(members('=?:'))).toEqual(named(own))
  expect(sorted(members('*!'))).toEqual(named(properties))
  expect(sorted(members('('))).toEqual(named(METHODS.filter(({ returns }) => !returns)))
  expect(sorted(members('#'))).toEqual(
    named([...PROPERTIES.filter(({ isControl }) => isControl), ...METHODS.filter(({ returns }) => returns)]),
  )
})

test('the comment of the element names all that the surface declares of it (T03)', () => {
  const code = readFileSync('src/element/button-element.ts', 'utf8')
  const comment = code.slice(0, code.indexOf('export class Shell')).split('/**').at(-1) as string
  const named = [...comment.matchAll(/`([\w-]+)`/g)].map(([, name]) => name as string)
  const declared = [ATTRIBUTES, PROPERTIES, METHODS, EVENTS, BUTTON_PARTS, STATES, CSS_PROPERTIES].flat()
  expect(sorted(named)).toEqual(sorted(declared.map(({ name }) => name)))
})

test('each entry of the surface is explained by a sentence (T03)', () => {
  for (const { name, description } of [...ATTRIBUTES, ...PROPERTIES, ...METHODS, ...EVENTS, ...MODAL_PARTS])
    expect(description, name).toMatch(/^.{5,}[.!]$/)
})

test('each important method has an example (T03)', () => {
  for (const name of ['connect', 'signMessage', 'signTypedData', 'execute', 'switchChain', 'signIn'])
    expect(METHODS.find((method) => method.name === name)?.example, name).toBeTruthy()
})

test('the manifest has named parameters, types and both elements (T04)', () => {
  const { modules } = JSON.parse(readFileSync('dist/custom-elements.json', 'utf8'))
  const [button, modal] = modules[0].declarations
  expect(button.tagName).toBe('wallet-connect-button')
  expect(modal).toMatchObject({ tagName: 'wallet-connect-modal', customElement: true })
  for (const { name, parameters } of button.members.filter((one: { kind: string }) => one.kind === 'method'))
    for (const parameter of parameters) {
      expect(parameter.name, name).toMatch(/^[a-zA-Z]+$/)
      expect(parameter.type.text, name).toBeTruthy()
    }
  for (const { name, default: value } of button.attributes)
    if (value !== undefined) expect(value, name).toMatch(/^('[^']*'|true|false)$/)
})
