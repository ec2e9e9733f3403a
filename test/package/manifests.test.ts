import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { attributes, events, methods, properties } from '../../scripts/element-docs.mjs'
import { MEMBERS } from '../../src/element/attributes.js'

const names = (list: readonly (readonly unknown[])[]) => list.map(([name]) => name as string).sort()
const members = (marks: string) => MEMBERS.filter(([, mark]) => marks.includes(mark))

test('the documentation names every attribute, property and method of the element, and no other', () => {
  expect(names(attributes)).toEqual(
    // The one name that is an attribute and a method: it has no property of its own.
    [...members('=?:').map(([attribute]) => attribute), 'sign-in'].sort(),
  )
  expect(names(properties)).toEqual(
    members('*!')
      .map(([, , , name]) => name)
      .sort(),
  )
  expect(names(methods)).toEqual(
    members('(')
      .map(([, , , name]) => name)
      .sort(),
  )
})

test('the README names every attribute, method and event', () => {
  const readme = readFileSync('README.md', 'utf8')
  for (const name of [...names(attributes), ...names(events)]) expect(readme).toContain(`\`${name}\``)
  for (const name of names(methods)) expect(readme).toMatch(new RegExp(`\`${name}\\(`))
})

test('the manifests in the package are the ones of this documentation', () => {
  const manifest = JSON.parse(readFileSync('custom-elements.json', 'utf8'))
  const declared = manifest.modules[0].declarations[0].attributes as { name: string }[]
  expect(declared.map(({ name }) => name).sort()).toEqual(names(attributes))
  const editor = JSON.parse(readFileSync('vscode.html-custom-data.json', 'utf8'))
  expect(editor.tags[0].attributes).toHaveLength(attributes.length)
})
