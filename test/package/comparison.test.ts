import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { renderComparison } from '../../demo/comparison.js'
import { readBench } from '../../scripts/comparison/bench.mjs'
import { readFigures } from '../../scripts/comparison/figures.mjs'

/** How far a build may be from the figures that were measured last: a tenth, which readers of a table cannot see. */
const isNear = (value: number, measured: number) => Math.abs(value - measured) < measured / 10

const sum = (sizes: number[]) => sizes.reduce((total, size) => total + size, 0)

const { pages } = readFigures()
const ours = pages.find(({ name }) => name === 'ours')

test('the comparison tables have the measured values (T10)', () => {
  expect(() => execFileSync(process.execPath, ['scripts/comparison.mjs', '--check'])).not.toThrow()
})

test('our own row of the comparison is true of the current build (T10)', () => {
  const gzip = (file: string) => gzipSync(readFileSync(file), { level: 9 }).length
  const parts = readdirSync('dist/embed').filter((file) => /^(?:app|list)-.*\.js$/.test(file))
  const script = gzip('dist/embed.js')
  expect([script, ours.painted]).toSatisfy(([now, then]) => isNear(now, then))
  expect([script + sum(parts.map((file) => gzip(`dist/embed/${file}`))), ours.list]).toSatisfy(
    ([now, then]) => isNear(now, then),
  )
  expect([ours.requests, ours.requestsList]).toEqual([1, 3])
  expect([ours.axeButton, ours.axeList]).toEqual([0, 0])
  expect([ours.strangersBefore, ours.strangersAfter]).toEqual([[], []])
})

test('the sizes among the limits are those of the current build, and each limit says whether it was held (T10)', () => {
  const { parts, medians } = readBench()
  const sizes = parts.page.filter(({ unit }) => unit === 'bytes of gzip').map(({ values }) => values[0] ?? 0)
  const gzip = (file: string) => gzipSync(readFileSync(file), { level: 9 }).length
  const fetched = readdirSync('dist/embed').filter((file) => /^(?:app|list)-.*\.js$/.test(file))
  const script = gzip('dist/embed.js')
  // Behind them come those of a returning visitor.
  expect(sizes.length).toBeGreaterThanOrEqual(2)
  expect([script, sizes[0]]).toSatisfy(([now, then]) => isNear(now, then))
  expect([script + sum(fetched.map((file) => gzip(`dist/embed/${file}`))), sizes[1]]).toSatisfy(
    ([now, then]) => isNear(now, then),
  )
  for (const { values, limit, ok } of Object.values(parts).flat())
    expect(Math.max(...values) <= limit).toBe(ok)
  for (const { values } of medians)
    for (const value of Object.values(values)) expect(value).toEqual(expect.any(Number))
})

test('the table of the first page has bytes, files, time, axe findings and third parties of each product (T10)', () => {
  const [, table = ''] = /<tbody>(.*)<\/tbody>/s.exec(renderComparison()) ?? []
  const rows = [...table.matchAll(/<tr[^>]*><th scope="row">(.*?)<\/th>(.*?)<\/tr>/g)].map(
    ([, title = '', cells = '']) =>
      [title, [...cells.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell]) => cell)] as const,
  )
  for (const product of ['wallet-connect-button', 'AppKit', 'RainbowKit', 'web3-onboard', 'starknetkit'])
    expect(rows.map(([title]) => title).filter((title) => title.startsWith(product))).toHaveLength(1)
  for (const [, [painted, list, files, time, findings, strangers]] of rows) {
    for (const size of [painted, list]) expect(size).toMatch(/^[\d.]+ kB$/)
    for (const count of [files, findings]) expect(count).toMatch(/^\d+$/)
    expect(time).toMatch(/^(\d+ ms|–)$/)
    expect(strangers).toMatch(/^(\d+|none)$/)
  }
  expect(new Set(rows.map(([, [, , , time]]) => time === '–')).size, 'all times are from one run').toBe(1)
})
