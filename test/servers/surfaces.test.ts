import { afterAll, describe, expect, it } from 'vitest'
import { OPENID, stopProvider } from './surfaces/openid.js'
import { PHP, stopPhp } from './surfaces/php.js'

afterAll(() => Promise.all([stopProvider(), stopPhp()]))

describe.each([...OPENID, ...PHP].map((row) => [row.surface, row.name, row.out, row] as const))(
  'an attack on the surface “%s”',
  (_surface, name, out, row) => {
    it(`${name} → ${out} (SV23)`, async () => {
      expect(await row.send()).toBe(out)
    })
  },
)
