import { describe, expect, it } from 'vitest'
import { ATTACKS, DOORS, setScene } from './attacks/scene.js'

/** Most CPU that one request of an attack may cost, in ms. */
const LIMIT = 5

/** Each attack is made so often; its cost is that of the fourth cheapest: the collector of memory comes when it likes. */
const ROUNDS = 12

/** Requests of attacks that are more than one. */
const REQUESTS: Record<string, number> = { race: 20, cookie: 2, batch: 8 }

describe.each(DOORS)('by %s', (door) => {
  it.each(ATTACKS.map((attack) => [attack.kind, attack.name, attack] as const))(
    '%s: %s costs less than 5 ms of CPU a request',
    async (kind, _name, attack) => {
      const costs: number[] = []
      for (let round = 0; round < ROUNDS; round++) {
        const send = await attack.prepare(setScene(door, attack))
        const before = process.cpuUsage()
        await send()
        const { user, system } = process.cpuUsage(before)
        costs.push((user + system) / 1_000 / (REQUESTS[kind] ?? 1))
      }
      const cost = costs.sort((a, b) => a - b)[3] as number
      if (process.env.COSTS) console.log(`${cost.toFixed(2)} ms · ${door} · ${attack.kind}: ${attack.name}`)
      expect(cost).toBeLessThan(LIMIT)
    },
  )
})
