import { expect, test } from 'vitest'
import { readRules, readTestedRules } from '../../scripts/rules.mjs'

const rules = readRules()
const tested = readTestedRules()

test('every rule that a test names is in docs/rules.md, and every rule there is named by a test', () => {
  expect({
    missingOnThePage: [...tested.keys()].filter((id) => !rules.some((rule) => rule.id === id)),
    missingInTheTests: rules.filter(({ id }) => !tested.has(id)).map(({ id }) => id),
  }).toEqual({ missingOnThePage: [], missingInTheTests: [] })
})

test('every rule in docs/rules.md has its own id, a sentence and a source', () => {
  const ids = rules.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(rules.filter(({ rule, source }) => !rule?.endsWith('.') || !source)).toEqual([])
})

test('docs/rules.md says how each rule is tested, as node scripts/rules.mjs writes it', () => {
  const said = rules.map(({ id, tested: column }) => [id, column])
  expect(said).toEqual(rules.map(({ id }) => [id, tested.get(id)]))
})
