import { describe, it } from 'vitest'
import { measureCost } from './attacks/cost.js'
import { ATTACKS, DOORS, setScene } from './attacks/scene.js'

describe.each(DOORS)('by %s', (door) => {
  it.each(ATTACKS.map((attack) => [attack.kind, attack.name, attack] as const))(
    '%s: %s costs less than 5 ms of CPU a request',
    (_kind, _name, attack) => measureCost(door, attack, () => setScene(door, attack)),
  )
})
