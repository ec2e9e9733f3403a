import { describe, expect, it } from 'vitest'
import { ATTACKS, codeFor, setScene, TRANSPORTS } from '../../servers/attacks/scene.js'

it('the attacks are at least 60, of each kind, with different names', () => {
  expect(ATTACKS.length).toBeGreaterThanOrEqual(60)
  expect(new Set(ATTACKS.map(({ kind, name }) => `${kind} ${name}`)).size).toBe(ATTACKS.length)
  expect([...new Set(ATTACKS.map(({ kind }) => kind))].sort()).toEqual(
    [
      'replay',
      'race',
      'nonce',
      'domain',
      'chain',
      'account',
      'expired',
      'future',
      'origin',
      'cookie',
      'oversized',
      'malformed',
      'headers',
      'batch',
    ].sort(),
  )
})

describe.each(TRANSPORTS)('an attack by %s', (transport) => {
  it('begins with a proof that signs in', async () => {
    const scene = setScene(transport, { kind: '', name: '', code: '', prepare: async () => async () => '' })
    expect((await scene.transport.verify(await scene.prove())).code).toBe('resolved')
  })

  it.each(ATTACKS.map((attack) => [attack.kind, attack.name, codeFor(attack, transport), attack] as const))(
    'is refused: %s: %s → %s',
    async (_kind, _name, code, attack) => {
      const send = await attack.prepare(setScene(transport, attack))
      expect(await send()).toBe(code)
    },
  )
})
