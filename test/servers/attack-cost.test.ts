import { describe, it } from 'vitest'
import { measureCost } from './attacks/cost.js'
import { ATTACKS, setScene, TRANSPORTS } from './attacks/scene.js'

describe.each(TRANSPORTS)('the attacks by %s', (transport) => {
  it.each(ATTACKS.map((attack) => [attack.kind, attack.name, attack] as const))(
    'cost less CPU than three sign-ins, each request: %s: %s',
    (_kind, _name, attack) => measureCost(transport, attack, () => setScene(transport, attack)),
  )
})
