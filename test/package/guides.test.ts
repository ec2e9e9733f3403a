import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Files that a guide's steps write. */
const WRITTEN = /languages\/sv\.ts$/

test.each(['docs/add-a-language.md', 'docs/add-an-attribute.md'])(
  '%s names files that exist, and names that are in these files (HS16)',
  (guide) => {
    const text = readFileSync(guide, 'utf8')
    const files = [...text.matchAll(/\b(?:src|test)\/[\w/.-]*\.tsx?\b/g)].map(([file]) => file)
    expect(files.length).toBeGreaterThan(1)
    expect(files.filter((file) => !WRITTEN.test(file) && !existsSync(file))).toEqual([])
    const names = [...text.matchAll(/`(\w+)` (?:in|to) `([^`]+\.ts)`/g)]
    expect(
      names
        .filter(([, name = '', file = '']) => !readFileSync(file, 'utf8').includes(name))
        .map(([said]) => said),
    ).toEqual([])
  },
)
