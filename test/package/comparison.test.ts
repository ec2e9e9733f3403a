import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

test('the comparison table has the measured values', () => {
  expect(() => execFileSync(process.execPath, ['scripts/comparison.mjs', '--check'])).not.toThrow()
})

test('our own row of the comparison table is true of the current build', () => {
  const { pages } = JSON.parse(readFileSync('docs/figures/peers.json', 'utf8'))
  const ours = pages.find(({ name }: { name: string }) => name === 'ours')
  const now = gzipSync(readFileSync('dist/embed.js'), { level: 9 }).length
  expect(Math.abs(now - ours.painted)).toBeLessThan(50)
  expect([ours.strangersBefore, ours.strangersAfter]).toEqual([[], []])
})
