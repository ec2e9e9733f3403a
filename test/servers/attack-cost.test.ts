import { describe, it } from 'vitest'
import { measureCost } from './attacks/cost.js'
import { ATTACKS, DOORS, setScene } from './attacks/scene.js'

describe.each(DOORS)('the attacks by %s', (door) => {
  it.each(ATTACKS.map((attack) => [attack.kind, attack.name, attack] as const))(
    'cost less than 5 ms of CPU a request: %s: %s',
    (_kind, _name, attack) => measureCost(door, attack, () => setScene(door, attack)),
  )
})
