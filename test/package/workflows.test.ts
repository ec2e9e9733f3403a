import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findStale } from '../../scripts/release/version.mjs'

const FOLDER = '.github/workflows'
const workflows = readdirSync(FOLDER).map(
  (file) => [file, readFileSync(`${FOLDER}/${file}`, 'utf8')] as const,
)

describe.each(workflows)('the workflow %s', (file, text) => {
  it('takes every action by its full commit, with the version beside it (T13)', () => {
    for (const [, used] of text.matchAll(/uses: (.+)/g))
      expect(used).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('may read alone, but for the job that publishes (T13)', () => {
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
    const granted = [...text.matchAll(/^ {6}([\w-]+): write$/gm)].map(([, right]) => right)
    const allowed: Record<string, string[]> = {
      'release.yml': ['id-token', 'contents'],
      'site.yml': ['pages', 'id-token'],
    }
    expect(granted).toEqual(allowed[file] ?? [])
    expect(text).not.toMatch(/pull_request_target|secrets\./)
  })

  it('puts no text of strangers into a shell, and ends by itself (T13)', () => {
    for (const [line] of text.matchAll(/^\s+(?:- )?run: .*$/gm)) expect(line).not.toContain('${{')
    const jobs = text.split(/^jobs:$/m)[1] ?? ''
    expect(jobs.match(/timeout-minutes: \d+/g)?.length).toBe(jobs.match(/^ {2}\w+:$/gm)?.length)
  })
})

it('every address of the package in the documents names this version (T13)', () => {
  expect(findStale()).toEqual([])
})
