import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { reviewFile } from '../../scripts/taste.mjs'

test('the report names words outside the field, and tests whose names are short (Z13)', () => {
  const text = [
    '// The door of the page.',
    "it('works', () => {})",
    "it('the button opens the list', () => {})",
  ]
  const said = reviewFile('test/example.test.ts', text.join('\n')).map((row) => `${row.line} ${row.text}`)
  expect(said).toEqual(['1 // The door of the page. → entry point, transport', '2 works → a sentence'])
})

test('the report finds a swallowed error in the product, and ends well whatever it finds (HS09)', () => {
  const text = ['load().catch(() => {})', '', '// The next load asks again.', 'load().catch(() => {})']
  expect(reviewFile('src/example.ts', text.join('\n')).map(({ line }) => line)).toEqual([1])
  expect(() => execFileSync(process.execPath, ['scripts/taste.mjs'])).not.toThrow()
})
