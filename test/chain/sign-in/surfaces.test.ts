import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { OPENID } from '../../servers/surfaces/openid.js'
import { PHP } from '../../servers/surfaces/php.js'
import { SESSIONS } from '../../servers/surfaces/sessions.js'
import { TRPC } from '../../servers/surfaces/trpc.js'
import { CONTROLS, VERIFIER } from '../../servers/surfaces/verifier.js'

const ROWS = [...CONTROLS, ...VERIFIER, ...SESSIONS, ...TRPC]

describe.each(ROWS.map((row) => [row.surface, row.name, row.out, row] as const))(
  'an attack on the surface “%s”',
  (_surface, name, out, row) => {
    it(`${name} → ${out} (SV23)`, async () => {
      expect(await row.send()).toBe(out)
    })
  },
)

it('docs/security.md names how many attacks there are on each surface, and all have different names (SV23)', () => {
  const rows = [...VERIFIER, ...SESSIONS, ...TRPC, ...OPENID, ...PHP]
  const names = rows.map(({ surface, name }) => `${surface}: ${name}`)
  expect(new Set(names).size).toBe(names.length)
  const surfaces = [...new Set(rows.map(({ surface }) => surface))]
  const text = surfaces
    .map((one) => `${rows.filter(({ surface }) => surface === one).length} on ${one}`)
    .join(', ')
  const page = readFileSync('docs/security.md', 'utf8').replace(/\s+/g, ' ')
  expect(page).toContain(`${rows.length} further attacks: ${text}`)
})
