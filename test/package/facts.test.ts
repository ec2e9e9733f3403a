import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { findStaleFacts, readProductFacts } from '../../scripts/facts.mjs'

it('the numbers that README and site name are those of what is built: `npm run facts` writes them', () => {
  expect(findStaleFacts()).toEqual([])
})

it('the product page has a number for each place, and no number of its own beside them', () => {
  const page = readFileSync('demo/pages/product.html', 'utf8')
  const facts: Record<string, string> = readProductFacts()
  const places = [...page.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name)
  const others = ['cdn', 'integrity', 'comparison']
  expect(places.filter((name) => !others.includes(name) && !facts[name])).toEqual([])
  const text = page.replace(/<[^>]*>/g, '').replace(/\{\{\w+\}\}/g, '')
  // What is left: chains in the two lines, and the limits of WCAG.
  expect(text.match(/\d[\d.,]*(?= (?:kB|MB|packages|languages|rules))/g)).toBe(null)
})
