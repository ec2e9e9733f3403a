import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findStaleFacts, listSentences, readProductFacts } from '../../scripts/facts.mjs'

it('the numbers that documents and site name are those of what is built: `node scripts/facts.mjs` writes them (T10)', () => {
  expect(findStaleFacts()).toEqual([])
})

it('the product page has a number for each place, and no number of its own beside them', () => {
  const page = readFileSync('demo/pages/product.html', 'utf8')
  const facts: Record<string, string> = readProductFacts()
  const places = [...page.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
  const others = ['cdn', 'integrity', 'sheetIntegrity', 'comparison', 'bars']
  expect(places.filter((name) => !others.includes(name) && !facts[name])).toEqual([])
  const text = page.replace(/<[^>]*>/g, '').replace(/\{\{\w+\}\}/g, '')
  // What is left: chains in the two lines, and the limits of WCAG.
  expect(text.match(/\d[\d.,]*(?= (?:kB|MB|packages|languages|rules))/g)).toBe(null)
})

const NUMBER =
  /(?:\d[\d.,]*|\b(?:two|three|[a-z]+(?:teen|ty)(?:-\w+)?)) (?:kB|MB|packages|languages|rules)\b/g

/** Numbers that no build changes: the limit of a body, what a kB is, and packages that other bundlers name. */
const FIXED = ['64 kB', '1 kB', 'two packages']

/** A document's own sentences, without generated tables. */
const readSentences = (file: string): string =>
  readFileSync(file, 'utf8').replace(/<!-- (\w+)(?:: [^>]*)? -->[\s\S]*?<!-- \/\1 -->/g, '')

it('no document has a size or a count that was written by hand (T10)', () => {
  const documents = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    // Decisions name the figures of their time.
    .filter((file) => file.endsWith('.md') && !file.startsWith('decisions/'))
    .map((file) => `docs/${file}`)
  const found = ['README.md', 'ARCHITECTURE.md', ...documents].flatMap((file) => {
    const text = readSentences(file)
    const held = listSentences()
      .filter(([place]) => place === file)
      .map(([, pattern]) => pattern.exec(text))
      .filter((match) => match !== null)
    return [...text.matchAll(NUMBER)]
      .filter(
        ({ index }) =>
          !held.some((match) => index < match.index + match[0].length && index >= match.index - 4),
      )
      .map(([number]) => number)
      .filter((number) => !FIXED.includes(number))
      .map((number) => `${file}: ${number}`)
  })
  expect(found).toEqual([])
})
