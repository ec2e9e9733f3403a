import { expect } from 'vitest'
import type { Attack, Scene } from './attack.js'
import type { DoorName } from './doors.js'

/** Most CPU that one request of an attack may cost, in ms. */
const LIMIT = 5

/** Each attack is made so often; its cost is that of the fourth cheapest: the collector of memory comes when it likes. */
const ROUNDS = 12

/** Requests of attacks that are more than one. */
const REQUESTS: Record<string, number> = { race: 20, cookie: 2, batch: 8 }

/** Holds an attack to its cost. `COSTS=1` prints it. */
export async function measureCost(
  door: DoorName,
  attack: Attack,
  setScene: () => Scene | Promise<Scene>,
): Promise<void> {
  const costs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const send = await attack.prepare(await setScene())
    const before = process.cpuUsage()
    await send()
    const { user, system } = process.cpuUsage(before)
    costs.push((user + system) / 1_000 / (REQUESTS[attack.kind] ?? 1))
  }
  const cost = costs.sort((a, b) => a - b)[3] as number
  if (process.env.COSTS) console.log(`${cost.toFixed(2)} ms · ${door} · ${attack.kind}: ${attack.name}`)
  expect(cost).toBeLessThan(LIMIT)
}
