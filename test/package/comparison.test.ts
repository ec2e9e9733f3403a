import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

test('the table beside the others says what was measured', () => {
  expect(() => execFileSync(process.execPath, ['scripts/comparison.mjs', '--check'])).not.toThrow()
})

test('our own line of the table is still true of what is built', () => {
  const { pages } = JSON.parse(readFileSync('docs/figures/peers.json', 'utf8'))
  const ours = pages.find(({ name }: { name: string }) => name === 'ours')
  const now = gzipSync(readFileSync('dist/embed.js'), { level: 9 }).length
  expect(Math.abs(now - ours.painted)).toBeLessThan(50)
  expect([ours.strangersBefore, ours.strangersAfter]).toEqual([[], []])
})
